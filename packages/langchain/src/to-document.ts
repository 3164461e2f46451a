import { Document, type DocumentInterface } from "@langchain/core/documents";
import { foundBy, type Passage, PsiError, type ScoredNode } from "@psi/core";
import { type PsiMatch, withMatch, withoutMatch } from "./match.js";

/** Metadata of a document that was found: the passage's own. `getMatch` has what the search says of it. */
export type FoundMetadata = Record<string, unknown>;

/** What a search says about a node that was found at some position, from 0. */
export function matchOf(found: ScoredNode, position: number): PsiMatch {
  const { node, score } = found;
  return {
    score,
    rank: position + 1,
    nodeId: node.id,
    layer: node.layer,
    via: foundBy(found),
  };
}

/** A document of its own for a node that was found: changing its metadata changes nothing of the node's. */
export function toDocument(found: ScoredNode, position: number): Document<FoundMetadata> {
  const { id, text, metadata } = found.node;
  return new Document({
    id,
    pageContent: text,
    metadata: withMatch(metadata, matchOf(found, position)),
  });
}

/**
 * Documents as passages to index. What an earlier search said of them is not theirs to keep.
 *
 * @throws PsiError `invalid-passage` for anything but an array
 */
export function toPassages(documents: readonly DocumentInterface[]): readonly Passage[] {
  if (!Array.isArray(documents)) {
    throw new PsiError("invalid-passage", "documents must be an array of LangChain documents.");
  }
  return documents.map((document: DocumentInterface) => {
    const metadata = withoutMatch(document?.metadata);
    return metadata === document?.metadata ? document : { ...document, metadata };
  });
}
