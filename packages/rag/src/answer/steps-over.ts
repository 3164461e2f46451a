import {
  extractive,
  hopEstimator,
  type RunOptions,
  readAndAnswer,
  run,
  type UsageMeter,
  usageMeter,
} from "@psi/agent";
import {
  type AgentPolicy,
  type AgentStep,
  type Embedder,
  PsiError,
  type Retriever,
  type Tokenizer,
} from "@psi/core";
import type { AskOptions, SearchOptions } from "../psi-index.js";
import { sharedQueries } from "../search/shared-queries.js";
import { withAbstracts } from "./with-abstracts.js";

type QueryEmbedder = Pick<Embedder, "embedQuery">;

/** What an index answers with. */
export interface Answering {
  /** Undefined when the index is searched by words alone. */
  readonly embedder: QueryEmbedder | undefined;
  readonly tokenizer: Tokenizer;
  /** The passages, searched with this embedder of queries. */
  passages(
    embedder: QueryEmbedder | undefined,
    how: Omit<SearchOptions, "limit" | "signal">,
  ): Retriever;
  /** The abstracts; undefined where there are none. */
  readonly abstracts:
    | ((embedder: QueryEmbedder, filter: SearchOptions["filter"]) => Retriever)
    | undefined;
}

/** Answers a question over an index, step by step; parts that the caller did not choose are filled in. */
export function stepsOver(
  answering: Answering,
  question: string,
  options: AskOptions,
): AsyncGenerator<AgentStep, void> {
  const { model, policy, answerLength, protocol, contextTokens, maxRetrievals, ...others } =
    options;
  const { maxTokens, maxCost, prices, session, timeout, limit, signal, ...how } = others;
  const meter = usageMeter({
    ...(maxTokens !== undefined && { maxTokens }),
    ...(maxCost !== undefined && { maxCost }),
    ...(prices && { prices }),
    ...(session && { within: session }),
  });
  const embedder = answering.embedder && counted(answering.embedder, meter);
  const passages = answering.passages(embedder, how);
  const themes =
    answerLength === "long" && embedder ? answering.abstracts?.(embedder, how.filter) : undefined;
  return run(question, {
    retriever: themes === undefined ? passages : withAbstracts(passages, themes),
    policy: policy ?? policyFor(options, answering.tokenizer),
    meter,
    ...roundsFor(maxRetrievals, embedder),
    ...(limit !== undefined && { limit }),
    ...(signal && { signal }),
    ...(timeout !== undefined && { timeout }),
  });
}

/** Without a model nothing is read: the best sentences are quoted. */
function policyFor(
  { model, answerLength, protocol, contextTokens }: AskOptions,
  tokenizer: Tokenizer,
): AgentPolicy {
  const length = answerLength === undefined ? {} : { answerLength };
  if (model === undefined) return extractive({ ...length, tokenizer });
  return readAndAnswer(model, {
    ...length,
    ...(protocol !== undefined && { protocol }),
    ...(contextTokens !== undefined && { contextTokens }),
  });
}

function roundsFor(
  maxRetrievals: AskOptions["maxRetrievals"],
  embedder: QueryEmbedder | undefined,
): Pick<RunOptions, "maxRetrievals"> {
  if (maxRetrievals !== "auto") return maxRetrievals === undefined ? {} : { maxRetrievals };
  if (embedder === undefined) {
    throw new PsiError(
      "invalid-option",
      'maxRetrievals "auto" looks at the question\'s vector. Open the index with an embedder, or give a number.',
    );
  }
  return { maxRetrievals: hopEstimator({ embedder }) };
}

/** The embedder, each of its calls for this question counted; one query is embedded once. */
function counted(embedder: QueryEmbedder, meter: UsageMeter): QueryEmbedder {
  return sharedQueries({
    embedQuery(query) {
      meter.addEmbedderCalls(1);
      return embedder.embedQuery(query);
    },
  });
}
