import { requireWhole } from "./check.js";
import { PsiError } from "./errors.js";
import type { Fusion } from "./fusion.js";
import { mergeLists } from "./fusion.js";
import type { CallOptions } from "./models.js";
import type { Retriever, ScoredNode } from "./retriever.js";

export interface HybridOptions {
  readonly fuse: Fusion;
  /** How many nodes each retriever is asked for, from 1; at least the limit of the call. */
  readonly candidates?: number;
  /**
   * Whether each retriever also scores what only others found. Fusions over signals want it, fusions over
   * ranks do not need it.
   */
  readonly fillSignals?: boolean;
}

/**
 * Asks several retrievers at once and fuses their lists. Itself a retriever, so hybrids nest; its nodes
 * carry the signals of its parts, and no rank of its own.
 *
 * @throws PsiError `invalid-option` without retrievers, or when two have the same name.
 */
export function hybridRetriever(
  retrievers: readonly Retriever[],
  { fuse, candidates = 30, fillSignals = false }: HybridOptions,
): Retriever {
  requireWhole("candidates", candidates, 1);
  const names = retrievers.map(({ name }) => name);
  if (names.length === 0 || new Set(names).size < names.length) {
    throw new PsiError(
      "invalid-option",
      `A hybrid needs at least one retriever and a name for each; given: ${names.join(", ") || "none"}.`,
    );
  }
  return {
    name: names.join("+"),
    async retrieve(query, { limit = 10, signal } = {}) {
      requireWhole("limit", limit, 1);
      signal?.throwIfAborted();
      const call: CallOptions = signal === undefined ? {} : { signal };
      const wanted = { ...call, limit: Math.max(limit, candidates) };
      const lists = await Promise.all(retrievers.map((each) => each.retrieve(query, wanted)));
      const complete = fillSignals ? await filled(retrievers, query, lists, call) : lists;
      return fuse(query, complete, { ...call, limit });
    },
    async score(query, nodes, options = {}) {
      options.signal?.throwIfAborted();
      const [scored = nodes] = await filled(retrievers, query, [nodes], options);
      return scored;
    },
  };
}

/** The lists, each node with the signals of every retriever that can score. */
async function filled(
  retrievers: readonly Retriever[],
  query: string,
  lists: readonly (readonly ScoredNode[])[],
  options: CallOptions,
): Promise<readonly (readonly ScoredNode[])[]> {
  // One after another, each adding to what the one before returned: nothing has to be merged again.
  let union = mergeLists(lists);
  for (const each of retrievers) union = (await each.score?.(query, union, options)) ?? union;
  const complete = new Map(union.map((found) => [found.node.id, found]));
  return lists.map((list) =>
    list.map((found) => ({ ...(complete.get(found.node.id) ?? found), score: found.score })),
  );
}
