import type { CallbackManagerForToolRun } from "@langchain/core/callbacks/manager";
import type { DocumentInterface } from "@langchain/core/documents";
import { ToolMessage } from "@langchain/core/messages";
import { patchConfig } from "@langchain/core/runnables";
import {
  DynamicStructuredTool,
  type StructuredToolCallInput,
  ToolInputParsingException,
  type ToolReturnType,
  type ToolRunnableConfig,
} from "@langchain/core/tools";
import { requireWhole, titleOf } from "@psi/core";
import { PsiRetriever } from "./psi-retriever.js";
import type { SearchSource } from "./search-source.js";
import type { FoundMetadata } from "./to-document.js";

export interface SearchToolOptions {
  /** What the model calls it; "search_passages" when left out. */
  readonly name?: string;
  /** Tells the model what is in the index and when to look there. The better it says so, the better the calls. */
  readonly description?: string;
  /** The most passages of a call, from 1; the retriever's own limit when left out. */
  readonly limit?: number;
}

interface SearchInput {
  readonly query: string;
}

/** JSON Schema, so that no schema library is needed. */
interface SearchSchema {
  readonly type: "object";
  readonly properties: {
    readonly query: { readonly type: "string"; readonly description: string };
  };
  readonly required: ["query"];
  readonly additionalProperties: false;
}

const SCHEMA: SearchSchema = {
  type: "object",
  properties: {
    query: {
      type: "string",
      description: "What to look for, in full words and with full names. One thing at a time.",
    },
  },
  required: ["query"],
  additionalProperties: false,
};

type SearchOutput = [text: string, documents: readonly DocumentInterface<FoundMetadata>[]];

/**
 * A search as a tool for agents. The model reads the passages, numbered and with their ids; the documents
 * are the tool message's artifact.
 *
 * Input that does not fit becomes a tool message with status "error" which tells the model what to give.
 * Faults (a failing embedder, a closed index, an abort) are thrown: no other wording would mend them.
 *
 * @throws PsiError `invalid-option` for a bad limit, or without anything to search.
 */
export function searchTool(
  source: SearchSource | PsiRetriever,
  options: SearchToolOptions = {},
): DynamicStructuredTool<SearchSchema, SearchInput, SearchInput, SearchOutput> {
  const {
    name = "search_passages",
    description = "Finds the passages of a collection of documents that answer a query. Give it one question at a time; ask again with what you have learned.",
    limit,
  } = options;
  if (limit !== undefined) requireWhole("limit", limit, 1);
  const retriever =
    source instanceof PsiRetriever ? source : new PsiRetriever({ retriever: source });
  return new SearchTool({
    name,
    description,
    schema: SCHEMA,
    responseFormat: "content_and_artifact",
    verboseParsingErrors: true,
    func: async (
      input: SearchInput,
      run?: CallbackManagerForToolRun,
      config: ToolRunnableConfig = {},
    ): Promise<SearchOutput> => {
      const query = input.query.trim();
      if (query === "")
        throw new ToolInputParsingException("The query is empty.", JSON.stringify(input));
      const documents = await retriever.invoke(query, forSearch(config, run, limit));
      return [passagesText(query, documents), documents];
    },
  });
}

/** The configuration of the search inside the tool's run. What the call says of the limit counts more. */
function forSearch(
  config: ToolRunnableConfig,
  run: CallbackManagerForToolRun | undefined,
  limit: number | undefined,
): ToolRunnableConfig {
  const inside = run === undefined ? config : patchConfig(config, { callbacks: run.getChild() });
  if (limit === undefined) return inside;
  const { psi, ...configurable } = inside.configurable ?? {};
  return { ...inside, configurable: { ...configurable, psi: { limit, ...psi } } };
}

function passagesText(query: string, documents: readonly DocumentInterface[]): string {
  if (documents.length === 0) return `No passage matches "${query}". Try other words.`;
  return documents
    .map((document, position) => {
      const title = titleOf(document);
      const head = `[${position + 1}] id: ${document.id}${title === undefined ? "" : `, title: ${title}`}`;
      return `${head}\n${document.pageContent}`;
    })
    .join("\n\n");
}

/** LangChain throws for input that does not fit the schema, which ends loops that do not expect it. */
class SearchTool extends DynamicStructuredTool<
  SearchSchema,
  SearchInput,
  SearchInput,
  SearchOutput
> {
  override async call<
    TArg extends StructuredToolCallInput<SearchSchema, SearchInput>,
    TConfig extends ToolRunnableConfig | undefined,
  >(
    input: TArg,
    config?: TConfig,
    tags?: string[],
  ): Promise<ToolReturnType<NonNullable<TArg>, TConfig, SearchOutput>> {
    try {
      return await super.call(input, config, tags);
    } catch (thrown) {
      if (!(thrown instanceof ToolInputParsingException)) throw thrown;
      const told = `${thrown.message}\nCall ${this.name} with {"query": "<what to look for>"}.`;
      const reply =
        toolCallId(input, config) === undefined
          ? told
          : this.#errorMessage(told, toolCallId(input, config) as string);
      return reply as ToolReturnType<NonNullable<TArg>, TConfig, SearchOutput>;
    }
  }

  #errorMessage(content: string, tool_call_id: string): ToolMessage {
    return new ToolMessage({
      status: "error",
      content,
      artifact: [],
      tool_call_id,
      name: this.name,
    });
  }
}

function toolCallId(input: unknown, config: ToolRunnableConfig | undefined): string | undefined {
  const { type, id } = (input ?? {}) as { readonly type?: unknown; readonly id?: string };
  return type === "tool_call" && id !== undefined ? id : config?.toolCall?.id;
}
