import type { Callbacks } from "@langchain/core/callbacks/manager";
import { Document, type DocumentInterface } from "@langchain/core/documents";
import { BaseDocumentCompressor } from "@langchain/core/retrievers/document_compressors";
import { ensureConfig, type RunnableConfig } from "@langchain/core/runnables";
import { type Hit, PsiError, type Reranker, type RetrieveOptions, requireWhole } from "@psi/core";
import { withConfig } from "./ambient-config.js";
import { attachMatch, getMatch } from "./match.js";

export interface CompressorOptions {
  /** The most documents to keep, from 1; all that the reranker keeps when left out. */
  readonly limit?: number;
}

/**
 * A reranker as a LangChain document compressor. It returns documents of its own, best first, with the
 * score in `metadata.relevanceScore`, where LangChain's other compressors write it, and with their match. Called in a run, it hands
 * the run's signal to the reranker.
 *
 * @throws PsiError `invalid-option` for a bad limit or without a reranker; from `compressDocuments`
 * `model-failed` when the reranker names a position that it was not given, or one twice.
 */
export function compressorFromReranker(
  reranker: Reranker,
  options: CompressorOptions = {},
): BaseDocumentCompressor {
  return new RerankerCompressor(reranker, options);
}

class RerankerCompressor extends BaseDocumentCompressor {
  readonly #reranker: Reranker;
  readonly #limit: number | undefined;

  constructor(reranker: Reranker, { limit }: CompressorOptions) {
    super();
    if (typeof (reranker as Reranker | undefined)?.rerank !== "function") {
      throw new PsiError(
        "invalid-option",
        "reranker must have a method rerank, as the Reranker of @psi/core does.",
      );
    }
    this.#reranker = reranker;
    this.#limit = limit === undefined ? undefined : requireWhole("limit", limit, 1);
  }

  override async compressDocuments(
    documents: readonly DocumentInterface[],
    query: string,
    callbacks?: Callbacks,
  ): Promise<DocumentInterface[]> {
    if (documents.length === 0) return [];
    const config: RunnableConfig = ensureConfig<RunnableConfig>(
      callbacks === undefined ? {} : { callbacks },
    );
    const options: RetrieveOptions = {
      ...(this.#limit === undefined ? {} : { limit: this.#limit }),
      ...(config.signal === undefined ? {} : { signal: config.signal }),
    };
    const texts = documents.map(({ pageContent }) => pageContent);
    const hits = await withConfig(config, () => this.#reranker.rerank(query, texts, options));
    const left = new Map(documents.entries());
    return hits.slice(0, this.#limit).map((hit) => scored(left, hit));
  }
}

/** Takes a hit's document from those that are left, and copies it with its score. */
function scored(left: Map<number, DocumentInterface>, { id, score }: Hit): Document {
  const document = left.get(id);
  if (document === undefined || !left.delete(id) || !Number.isFinite(score)) {
    throw new PsiError(
      "model-failed",
      `The reranker returned position ${id} with score ${score}. Positions must be in range and come once, scores must be finite.`,
    );
  }
  const copy = new Document({
    pageContent: document.pageContent,
    metadata: { ...document.metadata, relevanceScore: score },
    ...(document.id === undefined ? {} : { id: document.id }),
  });
  const match = getMatch(document);
  return match === undefined ? copy : attachMatch(copy, match);
}
