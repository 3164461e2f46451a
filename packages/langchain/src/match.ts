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

interface Matched {
  readonly [MATCH]?: PsiMatch;
}

/**
 * Attaches a match to a document of ours where no comparison, copy or JSON of it sees it: decision 9. It is
 * attached to the metadata as well, which chains pass on to the documents that they make of this one.
 */
export function attachMatch<D extends DocumentInterface>(document: D, match: PsiMatch): D {
  for (const holder of [document, document.metadata]) {
    Object.defineProperty(holder, MATCH, { value: match, configurable: true });
  }
  return document;
}

/**
 * What the search that found a document says about it: its score, its rank, and which retrievers found it.
 * Undefined for a document that no search of ours found, and where a program has copied both the document and
 * its metadata, field by field or as JSON.
 *
 * @example
 * const [best] = await retriever.invoke("Who built the lighthouse?");
 * getMatch(best)?.score;
 */
export function getMatch(
  document: Pick<DocumentInterface, "metadata"> | undefined,
): PsiMatch | undefined {
  const own = (document as Matched | undefined)?.[MATCH];
  return own ?? (document?.metadata as Matched | undefined)?.[MATCH];
}
