import type { DocumentInterface } from "@langchain/core/documents";
import type { ToolRunnableConfig } from "@langchain/core/tools";
import { requireWhole, titleOf } from "@psi/core";
import { passageBlock, passageHead } from "./passage-text.js";
import { PsiRetriever } from "./psi-retriever.js";
import type { SearchSource } from "./search-source.js";
import { type TextTool, textTool } from "./text-tool.js";
import type { FoundMetadata } from "./to-document.js";

export interface SearchToolOptions {
  /** What the model calls it; "search_passages" when left out. */
  readonly name?: string;
  /** Tells the model what is in the index and when to look there. The better it says so, the better the calls. */
  readonly description?: string;
  /** The most passages of a call, from 1; the retriever's own limit when left out. */
  readonly limit?: number;
}

/**
 * A search as a tool for agents. The model reads the passages, numbered and with their ids, each between tags
 * that its text cannot close; the documents are the tool message's artifact.
 *
 * Input that does not fit becomes a tool message with status "error" which tells the model what to give.
 * Faults (a failing embedder, a closed index, an abort) are thrown: no other wording would mend them.
 *
 * @throws PsiError `invalid-option` for a bad limit, or without anything to search.
 */
export function searchTool(
  source: SearchSource | PsiRetriever,
  options: SearchToolOptions = {},
): TextTool<"query", readonly DocumentInterface<FoundMetadata>[]> {
  const {
    name = "search_passages",
    description = "Finds the passages of a collection of documents that answer a query. Give it one question at a time; ask again with what you have learned.",
    limit,
  } = options;
  if (limit !== undefined) requireWhole("limit", limit, 1);
  const retriever =
    source instanceof PsiRetriever ? source : new PsiRetriever({ retriever: source });
  return textTool({
    name,
    description,
    key: "query",
    keyDescription: "What to look for, in full words and with full names. One thing at a time.",
    placeholder: "<what to look for>",
    none: [],
    async answer(query, config) {
      const documents = await retriever.invoke(query, limited(config, limit));
      return [passagesText(query, documents), documents];
    },
  });
}

/** The configuration of the search inside the tool's run. What the call says of the limit counts more. */
function limited(config: ToolRunnableConfig, limit: number | undefined): ToolRunnableConfig {
  if (limit === undefined) return config;
  const { psi, ...configurable } = config.configurable ?? {};
  return { ...config, configurable: { ...configurable, psi: { limit, ...psi } } };
}

function passagesText(query: string, documents: readonly DocumentInterface[]): string {
  if (documents.length === 0) return `No passage matches "${query}". Try other words.`;
  return documents
    .map((document, position) => {
      const number = position + 1;
      const head = passageHead(number, document.id, titleOf(document));
      return `${head}\n${passageBlock(number, document.pageContent)}`;
    })
    .join("\n\n");
}
