import {
  type CallOptions,
  type Hit,
  type LinkReason,
  type NodeRow,
  type NodeSource,
  PsiError,
  type Retriever,
  remembered,
  requireWhole,
  type ScoredNode,
  type SparseIndex,
  type Tokenizer,
  type TreeNode,
} from "@psi/core";
import type { Links } from "../links.js";
import { spelledIn, textsOf } from "../spelled-in.js";
import { candidateSignals, type QueryState } from "./candidate-signals.js";
import { type PassageSignals, passageSignals } from "./passage-signals.js";
import { questionTerms } from "./question-terms.js";
import { renamedSignals } from "./renamed-signals.js";
import type { SentenceStems } from "./sentence-stems.js";
import { stemFinder } from "./stem-finder.js";
import { LISTED, walk } from "./walk.js";

/** What the walks start from, and what compares passages, where there are vectors. */
export interface BridgeVectors {
  /** The leaves nearest to a query, best first. */
  search(query: string, limit: number, options?: CallOptions): Promise<readonly Hit[]>;
  /** Cosine of two leaves. */
  similarity(a: number, b: number): number;
}

export interface BridgeRetrieverOptions {
  readonly links: Links;
  readonly stems: SentenceStems;
  /** Cut with this tokenizer, as `stems` were. */
  readonly tokenizer: Tokenizer;
  readonly sparse: SparseIndex;
  /** Left out in an index of words alone. */
  readonly vectors?: BridgeVectors;
  readonly nodes: NodeSource;
  /**
   * Passages that may be found, and that others may be found from; all when left out. What `sparse` and
   * `vectors` find must be among them.
   */
  readonly accepts?: (row: NodeRow) => boolean;
  /** The prefix of the signals; "bridge" when left out. */
  readonly name?: string;
}

interface Studied extends Pick<QueryState, "walked"> {
  readonly found: readonly number[];
  readonly reasons: PassageSignals["reasons"];
  write(row: number, signals: Record<string, number>): void;
}

/**
 * Finds passages over the names that they share with the best by words and vectors, and tells of each
 * candidate what names, stems and sentences say of it. It asks words and vectors itself, since links need
 * somewhere to start from. A node's `reasons` hold the sentence that names it.
 *
 * @throws PsiError `incompatible-index` when the stems were cut by another tokenizer.
 */
export function bridgeRetriever(options: BridgeRetrieverOptions): Retriever {
  const { links, stems, tokenizer, sparse, vectors, nodes, accepts, name = "bridge" } = options;
  if (stems.tokenizer !== tokenizer.name) {
    throw new PsiError(
      "incompatible-index",
      `The sentences were cut by the tokenizer "${stems.tokenizer}", this program has "${tokenizer.name}". Open the index with the first, or index again.`,
    );
  }
  const named = renamedSignals(name);
  const study = async (query: string, call: CallOptions): Promise<Studied> => {
    const asked = questionTerms(query, links, stems, stemFinder(stems, tokenizer));
    const question =
      accepts === undefined ? asked : { ...asked, named: only(asked.named, accepts) };
    const words = sparse.search(query, LISTED);
    const near = await vectors?.search(query, LISTED, call);
    const walked = walk(links, { words, vectors: near, named: question.named }, accepts);
    const found = firstFive(walked.best, words, near ?? []);
    const passages = passageSignals(question, found, links, stems);
    const state = { question, words, vectors: near, walked, found, passages };
    return {
      walked,
      found,
      reasons: passages.reasons,
      write: named(candidateSignals(state, vectors?.similarity)),
    };
  };
  const stateOf = remembered(study);
  return {
    name,
    async retrieve(query, { limit = 10, signal } = {}) {
      requireWhole("limit", limit, 1);
      signal?.throwIfAborted();
      const state = await stateOf(query, signal === undefined ? {} : { signal });
      const { best, values } = state.walked;
      const rows = best.slice(0, limit);
      const read = await nodes.read(rows);
      return read.map((node, place) => ({
        node,
        score: values[node.row] as number,
        signals: { [`${name}.pagerank`]: values[node.row] as number, [`${name}.rank`]: place + 1 },
      }));
    },
    async score(query, candidates, call = {}) {
      call.signal?.throwIfAborted();
      const state = await stateOf(query, call);
      const origins = await nodes.read(state.found);
      return candidates.map((candidate): ScoredNode => {
        const { row, layer } = candidate.node;
        if (layer > 0) return candidate;
        // Not a spread: V8 copies the hidden class again for each feature that is added after one.
        const signals: Record<string, number> = Object.assign({}, candidate.signals);
        state.write(row, signals);
        const reason = reasonFor(candidate.node, state, origins, options);
        return { ...candidate, signals, ...(reason && { reasons: [reason] }) };
      });
    },
  };
}

function only(
  named: ReadonlyMap<number, number>,
  accepts: (row: NodeRow) => boolean,
): ReadonlyMap<number, number> {
  return new Map([...named].filter(([row]) => accepts(row)));
}

/** The five best by links; where links reach fewer, the best by words, then by vectors. */
function firstFive(
  linked: readonly number[],
  words: readonly Hit[],
  vectors: readonly Hit[],
): readonly number[] {
  const all = [
    ...linked.slice(0, 5),
    ...words.slice(0, 5).map(({ id }) => id),
    ...vectors.slice(0, 5).map(({ id }) => id),
  ];
  return [...new Set(all)].slice(0, 5);
}

/**
 * The sentence of a found passage that names this one, or else the strongest name that links them, as these
 * passages spell it. Undefined without a link, and where a filter is given and they spell the name otherwise.
 */
function reasonFor(
  node: TreeNode,
  { found, reasons }: Studied,
  origins: readonly TreeNode[],
  { links, stems, accepts }: BridgeRetrieverOptions,
): LinkReason | undefined {
  const { row } = node;
  // Without a filter nothing is hidden from who reads this, so the index's spelling will do.
  const spelled = (name: string, texts: readonly string[]): string | undefined =>
    spelledIn(name, texts) ?? (accepts === undefined ? name : undefined);
  const naming = reasons.get(row);
  if (naming !== undefined) {
    const origin = origins[found.indexOf(naming.from)] as TreeNode;
    const [start, end] = stems.spans.subarray(2 * naming.sentence, 2 * naming.sentence + 2);
    const sentence = origin.text.slice(start, end).trim();
    const name = spelled(links.names[naming.name] as string, [sentence, ...textsOf(node, origin)]);
    return name === undefined ? undefined : { name, from: origin.id, sentence };
  }
  let strongest: { readonly weight: number; readonly origin: TreeNode } | undefined;
  for (const origin of origins) {
    const weight = origin.row === row ? 0 : links.weightBetween(origin.row, row);
    if (weight > (strongest?.weight ?? 0)) strongest = { weight, origin };
  }
  if (strongest === undefined) return undefined;
  const { origin } = strongest;
  const shared = links.whyLinked(origin.row, row);
  const name = shared && spelled(shared, textsOf(node, origin));
  return name === undefined ? undefined : { name, from: origin.id };
}
