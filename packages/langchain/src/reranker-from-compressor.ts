import { Document, type DocumentInterface } from "@langchain/core/documents";
import type { BaseDocumentCompressor } from "@langchain/core/retrievers/document_compressors";
import { abortable, type Hit, isPsiError, PsiError, type Reranker, requireWhole } from "@psi/core";
import { ambientCallbacks } from "./ambient-config.js";

/** Where a document's place in the list is kept: in the metadata, which every compressor hands on. */
const POSITION = "psiPosition";

/**
 * A LangChain document compressor (Cohere's, a cross-encoder's, a filter by embeddings) as a reranker. It is
 * given documents of its own, so what it writes into them reaches nobody; it may drop, reorder, rewrite,
 * copy or cut them up: a text counts once, at its best piece.
 *
 * Scores are `metadata.relevanceScore` where every document that comes back has a finite one, and are then
 * sorted by; otherwise the compressor's order stands, and a text at rank r (from 1) scores 1 / r.
 * The run's callbacks are handed on; a signal ends the waiting, since a compressor takes none.
 *
 * @throws PsiError `model-failed` when the compressor throws, or returns a document that it was not given.
 */
export function rerankerFromCompressor(
  compressor: Pick<BaseDocumentCompressor, "compressDocuments">,
): Reranker {
  if (typeof (compressor as typeof compressor | undefined)?.compressDocuments !== "function") {
    throw new PsiError(
      "invalid-option",
      "compressor must have a method compressDocuments, as LangChain's document compressors do.",
    );
  }
  return {
    async rerank(query, texts, { limit, signal } = {}) {
      if (limit !== undefined) requireWhole("limit", limit, 1);
      signal?.throwIfAborted();
      if (texts.length === 0) return [];
      const documents = texts.map(
        (pageContent, position) =>
          new Document({ pageContent, metadata: { [POSITION]: position } }),
      );
      const kept = await abortable(signal, () => compressed(compressor, documents, query));
      return hitsOf(kept, texts.length).slice(0, limit);
    },
  };
}

async function compressed(
  compressor: Pick<BaseDocumentCompressor, "compressDocuments">,
  documents: DocumentInterface[],
  query: string,
): Promise<readonly DocumentInterface[]> {
  let kept: unknown;
  try {
    kept = await compressor.compressDocuments(documents, query, ambientCallbacks());
  } catch (cause) {
    if (isPsiError(cause)) throw cause;
    throw new PsiError(
      "model-failed",
      `The document compressor failed: ${messageOf(cause)} Check its key, its limits and its service.`,
      { cause },
    );
  }
  if (Array.isArray(kept)) return kept;
  throw new PsiError(
    "model-failed",
    "The document compressor returned no list of documents. Check that its compressDocuments does.",
  );
}

function hitsOf(kept: readonly DocumentInterface[], count: number): readonly Hit[] {
  const scores = kept.map((document) => document?.metadata?.relevanceScore as unknown);
  const scored = scores.every((score): score is number => Number.isFinite(score));
  const pieces = kept.map((document, position) => ({
    id: positionOf(document, count),
    score: scored ? (scores[position] as number) : -position,
  }));
  const best = new Map<number, Hit>();
  for (const piece of pieces.sort((a, b) => b.score - a.score)) {
    if (!best.has(piece.id)) best.set(piece.id, piece);
  }
  const hits = [...best.values()];
  return scored ? hits : hits.map(({ id }, position) => ({ id, score: 1 / (position + 1) }));
}

function positionOf(document: DocumentInterface | undefined, count: number): number {
  const position: unknown = document?.metadata?.[POSITION];
  if (Number.isInteger(position) && (position as number) >= 0 && (position as number) < count) {
    return position as number;
  }
  throw new PsiError(
    "model-failed",
    `The document compressor returned a document without the metadata of those that it was given (${POSITION}: ${String(position)}). It must hand on each document's metadata and make up no documents; wrap one that does not in a Reranker of your own.`,
  );
}

function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
