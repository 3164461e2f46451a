import { requireNumber, requireWhole } from "./check.js";
import { PsiError } from "./errors.js";
import type { Reranker } from "./reranker.js";
import type { RetrieveOptions, ScoredNode } from "./retriever.js";

/** Merges ranked lists into one, best first. A node that stands in several lists comes once, with the signals of all. */
export type Fusion = (
  query: string,
  lists: readonly (readonly ScoredNode[])[],
  options?: RetrieveOptions,
) => Promise<readonly ScoredNode[]>;

/**
 * Each node of some lists once, in order of first sight, with the signals that any list gave it, and
 * the reasons and duplicates of the first that had some.
 */
export function mergeLists(lists: readonly (readonly ScoredNode[])[]): readonly ScoredNode[] {
  const merged = new Map<string, ScoredNode>();
  for (const list of lists) {
    for (const found of list) {
      const known = merged.get(found.node.id);
      merged.set(found.node.id, known === undefined ? found : withBoth(known, found));
    }
  }
  return [...merged.values()];
}

function withBoth(known: ScoredNode, found: ScoredNode): ScoredNode {
  const reasons = known.reasons ?? found.reasons;
  const duplicates = known.duplicates ?? found.duplicates;
  const signals =
    known.signals === found.signals ? known.signals : { ...known.signals, ...found.signals };
  return {
    ...known,
    ...(signals && { signals }),
    ...(reasons && { reasons }),
    ...(duplicates && { duplicates }),
  };
}

/**
 * The nodes with new scores, best first; equal scores keep their order, NaN comes last.
 *
 * @throws PsiError `invalid-option` for a limit that is not a whole number from 1.
 */
export function rankedBy(
  nodes: readonly ScoredNode[],
  scoreOf: (found: ScoredNode, position: number) => number,
  limit?: number,
): readonly ScoredNode[] {
  if (limit !== undefined) requireWhole("limit", limit, 1);
  return nodes
    .map((found, position) => ({ ...found, score: scoreOf(found, position) }))
    .sort(byScore)
    .slice(0, limit);
}

function byScore(a: ScoredNode, b: ScoredNode): number {
  if (a.score === b.score) return 0;
  if (Number.isNaN(a.score)) return Number.isNaN(b.score) ? 0 : 1;
  if (Number.isNaN(b.score)) return -1;
  return a.score > b.score ? -1 : 1;
}

/**
 * Reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009): a node's score is the sum over the lists
 * of 1 / (k + its rank from 1). Ranks only, so lists need no common scale. A node that one list names
 * twice counts there once, at its better rank.
 *
 * @param options.k how little the first ranks stand out, from 0; 60 as in the paper.
 */
export function reciprocalRank(options: { readonly k?: number } = {}): Fusion {
  const k = requireNumber("k", options.k ?? 60, 0);
  return async (_query, lists, { limit, signal } = {}) => {
    signal?.throwIfAborted();
    const sums = new Map<string, number>();
    for (const list of lists) {
      mergeLists([list]).forEach(({ node }, position) => {
        sums.set(node.id, (sums.get(node.id) ?? 0) + 1 / (k + position + 1));
      });
    }
    return rankedBy(mergeLists(lists), ({ node }) => sums.get(node.id) as number, limit);
  };
}

/**
 * Lets a reranker order the union of the lists. Texts that it leaves out are left out; the score is the
 * reranker's.
 *
 * @throws PsiError `model-failed` when the reranker names a position that it was not given, or one twice.
 */
export function rerank(reranker: Reranker): Fusion {
  return async (query, lists, options = {}) => {
    options.signal?.throwIfAborted();
    const candidates = mergeLists(lists);
    if (candidates.length === 0) return [];
    const hits = await reranker.rerank(
      query,
      candidates.map(({ node }) => node.text),
      options,
    );
    const seen = new Set<number>();
    const chosen = hits.map(({ id, score }) => {
      const found = candidates[id];
      if (found === undefined || seen.has(id) || !Number.isFinite(score)) {
        throw new PsiError(
          "model-failed",
          `The reranker returned position ${id} with score ${score} for ${candidates.length} texts. Positions must be in range and come once, scores must be finite.`,
        );
      }
      seen.add(id);
      return { ...found, score };
    });
    return rankedBy(chosen, ({ score }) => score, options.limit);
  };
}
