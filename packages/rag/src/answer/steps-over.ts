import {
  extractive,
  hopEstimator,
  type RunOptions,
  readAndAnswer,
  run,
  usageMeter,
} from "@psi/agent";
import { type AgentPolicy, PsiError, type Retriever, type Tokenizer } from "@psi/core";
import type { AskOptions, RetrieverOptions } from "../options.js";
import { type QueryEmbedder, sharedQueries } from "../search/shared-queries.js";
import type { NotedSteps } from "./started-steps.js";
import { withAbstracts } from "./with-abstracts.js";

/** What an index answers with. */
export interface Answering {
  /** Undefined when the index is searched by words alone. */
  readonly embedder: QueryEmbedder | undefined;
  readonly tokenizer: Tokenizer;
  /** The passages, searched with this embedder of queries. */
  passages(embedder: QueryEmbedder | undefined, how: RetrieverOptions): Retriever;
  /** The abstracts; undefined where there are none. */
  readonly abstracts:
    | ((embedder: QueryEmbedder, filter: RetrieverOptions["filter"]) => Retriever)
    | undefined;
}

/** Answers a question over an index, step by step; defaults stand in for what the caller left out. */
export function stepsOver(answering: Answering, question: string, options: AskOptions): NotedSteps {
  const { model, policy, answerLength, protocol, contextTokens, maxRetrievals, ...others } =
    options;
  const { maxTokens, maxCost, prices, session, timeout, limit, signal, onNote, ...how } = others;
  const notes = new Set<string>();
  const note = (text: string): void => {
    if (notes.has(text)) return;
    notes.add(text);
    onNote?.(text);
  };
  const meter = usageMeter({
    ...(maxTokens !== undefined && { maxTokens }),
    ...(maxCost !== undefined && { maxCost }),
    ...(prices && { prices }),
    ...(session && { within: session }),
  });
  const embedder =
    answering.embedder && sharedQueries(answering.embedder, () => meter.addEmbedderCalls(1));
  const passages = answering.passages(embedder, { ...how, onNote: note });
  const abstracts =
    answerLength === "long" && embedder ? answering.abstracts?.(embedder, how.filter) : undefined;
  const steps = run(question, {
    retriever: abstracts === undefined ? passages : withAbstracts(passages, abstracts),
    policy: policy ?? policyFor(options, answering.tokenizer),
    meter,
    ...roundsFor(maxRetrievals, embedder),
    ...(limit !== undefined && { limit }),
    ...(signal && { signal }),
    ...(timeout !== undefined && { timeout }),
  });
  return { steps, notes };
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
