import {
  type AgentAction,
  type AgentPolicy,
  type AgentState,
  type AgentStep,
  abortable,
  type CallOptions,
  type Ending,
  type HopEstimator,
  isPsiError,
  PsiError,
  type Retriever,
  type Round,
  requireNumber,
  requireWhole,
} from "@psi/core";
import { gatherEvidence } from "./evidence/gather-evidence.js";
import { finished } from "./finished.js";
import { countingContext, OverBudget } from "./meter/counting-context.js";
import { type MeterOptions, type UsageMeter, usageMeter, usageSince } from "./meter/usage-meter.js";

export interface RunOptions extends CallOptions, MeterOptions {
  readonly retriever: Retriever;
  readonly policy: AgentPolicy;
  /** Rounds of retrieval, the first included, from 1; 3 when left out. An estimator gives 1 to 4. */
  readonly maxRetrievals?: number | HopEstimator;
  /** Passages that each query is asked for, from 1; 5 when left out. */
  readonly limit?: number;
  /** Milliseconds until it stops with what it has. */
  readonly timeout?: number;
  /** Counts what this question costs, where something beside the models is to be counted too. */
  readonly meter?: UsageMeter;
}

const MOST_ESTIMATED = 4;

/**
 * Answers a question in steps, as they happen: the policy decides, queries are looked up, and the last step
 * is the answer. There always is one: where the policy does not come to it (retrievals or budget spent, time
 * over, signal aborted, model failed), it is made of what was found until then, and says why it ended.
 * Stopping to read the steps stops the work.
 *
 * @throws PsiError `invalid-option`; what the retriever and the estimator throw; the signal's reason when it
 * was aborted before the start.
 */
export async function* run(question: string, options: RunOptions): AsyncGenerator<AgentStep, void> {
  checkOptions(question, options);
  options.signal?.throwIfAborted();
  const stop = new AbortController();
  const ends = [stop.signal, ...(options.signal ? [options.signal] : [])];
  const timer = options.timeout === undefined ? undefined : AbortSignal.timeout(options.timeout);
  const signal = AbortSignal.any(timer === undefined ? ends : [...ends, timer]);
  const meter = options.meter ?? usageMeter(options);
  const rounds: Round[] = [];
  const actions: AgentAction[] = [];
  const endingOf = (thrown: unknown): Ending => {
    if (thrown instanceof OverBudget) return thrown.limit;
    if (options.signal?.aborted) return "aborted";
    if (timer?.aborted) return "timeout";
    if (isPsiError(thrown, "model-failed")) return "failed";
    throw thrown;
  };
  try {
    const most = await abortable(signal, () => roundsOf(question, options, signal));
    while (true) {
      const state = stateOf(question, rounds, actions, most);
      const before = meter.usage;
      const action = await abortable(signal, () =>
        options.policy.decide(state, countingContext(meter, signal)),
      );
      actions.push(action);
      yield { kind: "decision", action, usage: usageSince(before, meter.usage) };
      if (action.kind === "answer" || state.retrievalsLeft === 0) {
        const ending = action.kind === "answer" ? "answered" : "retrievals";
        yield finished({ state, action, ending, meter });
        return;
      }
      const looked = performance.now();
      const round = await lookUp(action.queries, options, signal);
      rounds.push(round);
      yield {
        kind: "retrieval",
        round: rounds.length,
        ...round,
        milliseconds: performance.now() - looked,
      };
    }
  } catch (thrown) {
    const state = stateOf(question, rounds, actions, rounds.length);
    yield finished({ state, ending: endingOf(thrown), meter, thrown });
  } finally {
    stop.abort();
  }
}

function checkOptions(question: string, { maxRetrievals, limit, timeout }: RunOptions): void {
  if (typeof question !== "string" || question.trim() === "") {
    throw new PsiError("invalid-option", "The question is empty. Ask something.");
  }
  if (typeof maxRetrievals === "number") requireWhole("maxRetrievals", maxRetrievals, 1);
  if (limit !== undefined) requireWhole("limit", limit, 1);
  // Node's timers hold 2^31 - 1 milliseconds.
  if (timeout !== undefined) requireNumber("timeout", timeout, 1, 2 ** 31 - 1);
}

async function roundsOf(
  question: string,
  { maxRetrievals = 3 }: RunOptions,
  signal: AbortSignal,
): Promise<number> {
  if (typeof maxRetrievals === "number") return maxRetrievals;
  const hops = Math.round(await maxRetrievals.estimate(question, { signal }));
  return Math.min(MOST_ESTIMATED, Math.max(1, Number.isFinite(hops) ? hops : 1));
}

function stateOf(
  question: string,
  rounds: readonly Round[],
  actions: readonly AgentAction[],
  most: number,
): AgentState {
  return {
    question,
    rounds: [...rounds],
    evidence: gatherEvidence(rounds),
    actions: [...actions],
    retrievalsLeft: most - rounds.length,
  };
}

/** All queries of a round at once. Blank and repeated ones are asked for nothing. */
async function lookUp(
  queries: readonly string[],
  { retriever, limit = 5 }: RunOptions,
  signal: AbortSignal,
): Promise<Round> {
  const asked = [...new Set(queries.map((query) => query.trim()))].filter((query) => query !== "");
  const found = await abortable(signal, () =>
    Promise.all(asked.map((query) => retriever.retrieve(query, { limit, signal }))),
  );
  return { queries: asked, found };
}
