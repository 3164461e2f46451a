import type { Hit, RetrieveOptions } from "./retriever.js";

/**
 * Orders texts by how well they answer the query. A hit's `id` is the text's position in the list that
 * was given; texts may be left out; best first.
 */
export interface Reranker {
  rerank(
    query: string,
    texts: readonly string[],
    options?: RetrieveOptions,
  ): Promise<readonly Hit[]>;
}
