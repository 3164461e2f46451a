import type { AgentAnswer } from "./agent-answer.js";
import type { CallOptions, ChatModel } from "./models.js";
import type { ScoredNode } from "./retriever.js";
import type { Usage } from "./usage.js";

/** What a policy wants next. */
export type AgentAction = RetrieveAction | AnswerAction;

interface Decided {
  /** What was thought on the way, for the trace. */
  readonly thought?: string;
  /** Name and version of the prompt that asked for it. */
  readonly prompt?: string;
  /** What a reader of the trace should know: replies asked for again, text that could not be read. */
  readonly notes?: readonly string[];
}

/** Look these up, all at once: one round. */
export interface RetrieveAction extends Decided {
  readonly kind: "retrieve";
  readonly queries: readonly string[];
  /** The parts that the question was taken apart into, as far as they are answered. */
  readonly plan?: readonly SubQuestion[];
}

/** Say this. Passages are cited in the text by their numbers: [2]. */
export interface AnswerAction extends Decided {
  readonly kind: "answer";
  readonly text: string;
  /** The characters of each cited passage that are meant; found by their words when left out. */
  readonly quotes?: readonly {
    readonly number: number;
    readonly start: number;
    readonly end: number;
  }[];
}

/** A passage, or an abstract, that was found for a question. */
export interface Evidence {
  /** What it is cited by, from 1; it keeps its number for the whole question. */
  readonly number: number;
  readonly found: ScoredNode;
  /** Its best place in any list, from 1. Scores of different queries are not comparable; ranks are. */
  readonly rank: number;
  /** Round, from 1, and query of that list. */
  readonly round: number;
  readonly query: string;
}

/** What was looked up in one round. */
export interface Round {
  readonly queries: readonly string[];
  /** The list of each query. */
  readonly found: readonly (readonly ScoredNode[])[];
}

/** All that is known when a policy decides. */
export interface AgentState {
  readonly question: string;
  readonly rounds: readonly Round[];
  /** Union of all rounds, by rank; among equal ranks the earlier round first. */
  readonly evidence: readonly Evidence[];
  /** What was decided so far. */
  readonly actions: readonly AgentAction[];
  /** 0: only an answer is accepted. */
  readonly retrievalsLeft: number;
}

/** How a policy reaches models: counted, within the budget, stopped by the signal. */
export interface AgentContext extends CallOptions {
  /** @throws PsiError `model-failed`; the signal's reason */
  invoke(
    model: Pick<ChatModel, "invoke">,
    messages: readonly (readonly ["system" | "human" | "ai", string])[],
  ): Promise<ModelReply>;
}

/** A chat model's message, as far as it is looked at. */
export interface ModelReply {
  readonly content?: unknown;
  readonly tool_calls?: readonly {
    readonly name: string;
    readonly args: Readonly<Record<string, unknown>>;
  }[];
  /** Calls whose arguments are no JSON, as the model wrote them. */
  readonly invalid_tool_calls?: readonly { readonly name?: string; readonly args?: string }[];
}

/** Decides what to look up next, and when to answer. Keeps nothing between calls. */
export interface AgentPolicy {
  readonly name: string;
  /** An answer where `retrievalsLeft` is 0; a `retrieve` is then taken for "Not mentioned". */
  decide(state: AgentState, context: AgentContext): Promise<AgentAction>;
}

/** Guesses how many documents a question needs, from 1. */
export interface HopEstimator {
  estimate(question: string, options?: CallOptions): Promise<number>;
}

/** A part of a question, and what was found for it. */
export interface SubQuestion {
  /** "#1" stands for the answer to the first. */
  readonly question: string;
  readonly answer?: string;
}

/** What happens while a question is answered, in order; the last is the answer. */
export type AgentStep =
  | {
      readonly kind: "rewriting";
      /** As it was asked in a conversation, and as it stands alone. */
      readonly question: string;
      readonly standalone: string;
      readonly prompt: string;
      readonly notes: readonly string[];
      readonly usage: Usage;
    }
  | ({ readonly kind: "retrieval"; readonly round: number; readonly milliseconds: number } & Round)
  | { readonly kind: "decision"; readonly action: AgentAction; readonly usage: Usage }
  | { readonly kind: "answer"; readonly answer: AgentAnswer };
