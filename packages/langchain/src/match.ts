import type { DocumentInterface } from "@langchain/core/documents";

/** What a search found out about a document. */
export interface PsiMatch {
  /** Higher is better; scores of different queries are not comparable. */
  readonly score: number;
  /** Place in the result, from 1. */
  readonly rank: number;
  /** The node's id in the tree. */
  readonly nodeId: string;
  /** 0 for a passage, more for an abstract. */
  readonly layer: number;
  /** The retrievers that found it, in alphabetical order, such as `["sparse", "tree"]`. */
  readonly via: readonly string[];
}

/** Registered, so that the ESM and the CommonJS build of this package read each other's documents. */
const MATCH: unique symbol = Symbol.for("@psi/langchain/match");

/** Keeps a match where no comparison sees it: two of these are equal, whatever they keep. */
class HiddenMatch {
  readonly #match: PsiMatch;

  constructor(match: PsiMatch) {
    this.#match = match;
  }

  read(): PsiMatch {
    return this.#match;
  }
}

interface Matched {
  readonly [MATCH]?: HiddenMatch;
}

/**
 * Metadata with a match that is not part of them. A symbol is passed over by JSON, `Object.keys` and
 * `Object.entries`, by which documents are compared and stored, and copied by `{ ...metadata }`, by which
 * chains make documents from documents.
 */
export function withMatch(
  metadata: Readonly<Record<string, unknown>>,
  match: PsiMatch,
): Record<string, unknown> {
  return { ...metadata, [MATCH]: new HiddenMatch(match) };
}

/** The same metadata without a match. */
export function withoutMatch<M extends object | undefined>(metadata: M): M {
  const { [MATCH]: match, ...own } = (metadata ?? {}) as Matched;
  return match === undefined ? metadata : (own as M);
}

/**
 * What the search that found a document says about it: its score, its rank, and which retrievers found it.
 * Undefined for a document that no search of ours found, and for one that was written as JSON in between.
 *
 * @example
 * const [best] = await retriever.invoke("Who built the lighthouse?");
 * getMatch(best)?.score;
 */
export function getMatch(
  document: Pick<DocumentInterface, "metadata"> | undefined,
): PsiMatch | undefined {
  return (document?.metadata as Matched | undefined)?.[MATCH]?.read();
}
