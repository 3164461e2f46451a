import type { CallbackManagerForChainRun } from "@langchain/core/callbacks/manager";
import {
  ensureConfig,
  patchConfig,
  Runnable,
  type RunnableConfig,
} from "@langchain/core/runnables";
import { type AgentAnswer, type AgentStep, PsiError } from "@psi/core";
import type { AskOptions } from "@psi/rag";
import { withConfig } from "./ambient-config.js";
import { PsiBinding } from "./psi-binding.js";
import { callConfig, mergeSettings, settingsIn, takeSettings } from "./search-settings.js";

/** What answers in steps: an index, one of its conversations, or anything alike. */
export interface AgentSource {
  steps(question: string, options?: AskOptions): AsyncIterable<AgentStep>;
}

export interface PsiAgentInput extends Omit<AskOptions, "signal"> {
  /** What is asked. */
  readonly index: AgentSource;
}

/** A question, alone or under the key that chains give it. */
export type PsiAgentQuestion = string | { readonly question: string };

/**
 * The reading-and-answering agent as a Runnable: questions in, answers with citations out.
 *
 * Each step is a custom event of the run, with the `AgentStep` as its data: "psi_retrieval", "psi_decision",
 * "psi_answer", and "psi_rewriting" in a conversation. Models and other LangChain parts inside are child
 * runs, tagged "psi:agent". `stream` gives one chunk, the whole answer: what it cites, and how it ended, is
 * known only then; what happens until then are the events.
 *
 * A call's `signal` and `timeout` stop the work and reject, as LangChain has it; the `timeout` given here
 * ends it with an answer of what was found until then. `configurable.psi` says for one call how passages are
 * searched, as it does for `PsiRetriever`.
 */
export class PsiAgent extends Runnable<PsiAgentQuestion, AgentAnswer> {
  static override lc_name(): string {
    return "PsiAgent";
  }
  /** An index does not fit in a JSON file, so LangChain must not try. */
  override lc_serializable = false;
  override lc_namespace: string[] = ["langchain", "agents", "psi"];

  readonly #source: AgentSource;
  readonly #options: AskOptions;

  /** @throws PsiError `invalid-option` without anything to ask, and for bad settings of the search. */
  constructor(input: PsiAgentInput) {
    super();
    const { index, ...options } = input ?? {};
    if (typeof index?.steps !== "function") {
      throw new PsiError(
        "invalid-option",
        "index must have steps(), as an index of @psi/rag does: new PsiAgent({ index: await openIndex(path), model }).",
      );
    }
    const [settings, others] = takeSettings(options);
    this.#source = index;
    this.#options = { ...others, ...settings };
  }

  /** An agent under a configuration. Its `configurable.psi` and a call's are merged, setting by setting. */
  override withConfig(config: Partial<RunnableConfig>): PsiBinding<PsiAgentQuestion, AgentAnswer> {
    return new PsiBinding(this, config);
  }

  /**
   * Answers a question. The answer says how it ended: also where retrievals, tokens, cost or the agent's own
   * `timeout` were spent.
   *
   * @throws PsiError what the model's failure became (`model-failed`), so that `withRetry` and
   * `withFallbacks` take over; "psi_answer" has told before what was found until then. `invalid-option` for
   * an input that is no question, and for bad options; what the index throws. The signal's reason after an
   * abort, a TimeoutError after the call's `timeout`.
   */
  override async invoke(
    input: PsiAgentQuestion,
    options?: Partial<RunnableConfig>,
  ): Promise<AgentAnswer> {
    return this._callWithConfig(
      (
        given: PsiAgentQuestion,
        config?: Partial<RunnableConfig>,
        run?: CallbackManagerForChainRun,
      ) => this.#answer(given, ensureConfig(config), run),
      input,
      callConfig(options),
    );
  }

  async #answer(
    input: PsiAgentQuestion,
    config: RunnableConfig,
    run: CallbackManagerForChainRun | undefined,
  ): Promise<AgentAnswer> {
    const { signal } = config;
    const options = mergeSettings(this.#options, settingsIn(config));
    const steps = this.#source.steps(
      questionOf(input),
      signal === undefined ? options : { ...options, signal },
    );
    const inside =
      run === undefined ? config : patchConfig(config, { callbacks: run.getChild("psi:agent") });
    for await (const step of within(inside, steps)) {
      // The run has ended as failed, and may hear of nothing any more.
      signal?.throwIfAborted();
      await run?.handleCustomEvent(`psi_${step.kind}`, step, run.runId);
      if (step.kind === "answer") return unlessFailed(step.answer);
    }
    throw new PsiError("model-failed", "The steps ended without an answer. One must be the last.");
  }
}

/** Reads steps so that each is made under a configuration: a generator runs in its reader's, not its maker's. */
async function* within(
  config: RunnableConfig,
  steps: AsyncIterable<AgentStep>,
): AsyncGenerator<AgentStep> {
  const iterator = steps[Symbol.asyncIterator]();
  try {
    while (true) {
      const next = await withConfig(config, () => iterator.next());
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    await iterator.return?.();
  }
}

function questionOf(input: unknown): string {
  const question =
    typeof input === "object" && input !== null
      ? (input as { readonly question?: unknown }).question
      : input;
  if (typeof question === "string") return question;
  throw new PsiError(
    "invalid-option",
    "The input must be a question, as a string or as { question }. In a chain, pick it first: RunnableLambda.from((input) => input.text).pipe(agent).",
  );
}

function unlessFailed(answer: AgentAnswer): AgentAnswer {
  if (answer.ending !== "failed") return answer;
  throw (
    answer.error ??
    new PsiError(
      "model-failed",
      `The model failed: ${answer.notes.join(" ") || "it said nothing."}`,
    )
  );
}
