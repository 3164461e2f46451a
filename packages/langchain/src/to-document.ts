import { Document } from "@langchain/core/documents";
import { foundBy, type ScoredNode } from "@psi/core";
import { attachMatch, type PsiMatch } from "./match.js";

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
  const document = new Document({ id, pageContent: text, metadata: { ...metadata } });
  return attachMatch(document, matchOf(found, position));
}
