import { Document } from "@langchain/core/documents";
import { foundBy, type ScoredNode } from "@psi/core";

/** What a search says about a document, in `metadata.psi`. */
export interface PsiMetadata {
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

/** Metadata of a document that was found: the caller's own, and ours under one key. */
export type FoundMetadata = Record<string, unknown> & { psi: PsiMetadata };

/** A document of its own for a node that was found: changing its metadata changes nothing of the node's. */
export function toDocument(found: ScoredNode, position: number): Document<FoundMetadata> {
  const { node, score } = found;
  const psi = {
    score,
    rank: position + 1,
    nodeId: node.id,
    layer: node.layer,
    via: foundBy(found),
  };
  return new Document({
    id: node.id,
    pageContent: node.text,
    // Ours last: a passage may come from another search and still carry that one's numbers.
    metadata: { ...node.metadata, psi },
  });
}
