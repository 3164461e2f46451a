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
  requireWhole,
} from "@psi/core";
import { checkedAction } from "./checked-action.js";
import { gatherEvidence } from "./evidence/gather-evidence.js";
import { finished } from "./finished.js";
import { countingContext, OverBudget } from "./meter/counting-context.js";
import { type MeterOptions, type UsageMeter, usageMeter, usageSince } from "./meter/usage-meter.js";
import { stopOnLeave } from "./stop-on-leave.js";
import { requireTimeout, type Stopping, stopping } from "./stopping.js";

export interface RunOptions extends CallOptions, MeterOptions {
  readonly retriever: Retriever;
  readonly policy: AgentPolicy;
  /**
   * Rounds of retrieval, the first included, from 1; 3 when left out. An estimator gives 2 to 4: its guess is
   * rounded and brought into that range, and 3 is taken where it is no number.
   */
  readonly maxRetrievals?: number | HopEstimator;
  /** Passages that each query is asked for, from 1; 5 when left out. */
  readonly limit?: number;
  /** Milliseconds until it stops with what it has, from 1 to 2^31 - 1. */
  readonly timeout?: number;
  /**
   * Counts what this question costs, where something beside the models is to be counted too. It has prices and
   * limits of its own: none can be given beside it.
   */
  readonly meter?: UsageMeter;
}

/**
 * An estimate too low costs the answer, one too high a look-up that a policy need not make; and documents are
 * not rounds: what a second round says better may have been found by the first.
 */
const LEAST_ESTIMATED = 2;
const MOST_ESTIMATED = 4;
const ROUNDS = 3;

/**
 * Answers a question in steps, as they happen: the policy decides, queries are looked up, and the last step
 * is the answer. There always is one: where the policy does not come to it (retrievals or budget spent, time
 * over, signal aborted, model failed), it is made of what was found until then, and says why it ended.
 * Stopping to read the steps (`return`, or leaving the loop) stops the work, that under way too.
 *
 * @throws PsiError `invalid-option` for options, and for a policy that decides nothing that can be done; the
 * signal's reason when it was aborted before the start; what the retriever, the estimator and the policy
 * throw by themselves, as it is. All at the first step or later, none from the call.
 */
export function run(question: string, options: RunOptions): AsyncGenerator<AgentStep, void> {
  const controller = new AbortController();
  return stopOnLeave(stepsOf(question, options, controller), controller);
}

async function* stepsOf(
  question: string,
  options: RunOptions,
  controller: AbortController,
): AsyncGenerator<AgentStep, void> {
  checkOptions(question, options);
  options.signal?.throwIfAborted();
  const meter = options.meter ?? usageMeter(options);
  const { signal } = controller;
  const stop = stopping(controller, options);
  const rounds: Round[] = [];
  const actions: AgentAction[] = [];
  let deciding = false;
  try {
    const most = await abortable(signal, () => roundsOf(question, options, signal));
    while (true) {
      const state = stateOf(question, rounds, actions, most);
      const before = meter.usage;
      deciding = true;
      const action = await decided(state, options.policy, meter, signal);
      deciding = false;
      actions.push(action);
      yield { kind: "decision", action, usage: usageSince(before, meter.usage) };
      if (action.kind === "answer" || state.retrievalsLeft === 0) {
        const ending = action.kind === "answer" ? "answered" : "retrievals";
        yield finished({ state, action, ending, meter });
        return;
      }
      const looked = performance.now();
      const round = await lookUp(action.queries, options, signal);
      const milliseconds = performance.now() - looked;
      rounds.push(round);
      yield { kind: "retrieval", round: rounds.length, ...round, milliseconds };
    }
  } catch (thrown) {
    const ending = endingOf(thrown, stop, deciding);
    if (ending === undefined && signal.aborted) return;
    if (ending === undefined) throw thrown;
    const state = stateOf(question, rounds, actions, rounds.length);
    yield finished({ state, ending, meter, thrown });
  } finally {
    stop.end();
  }
}

/** Undefined for what is no end of a run: a fault in a part, or the reader's leaving. */
function endingOf(thrown: unknown, { why }: Stopping, deciding: boolean): Ending | undefined {
  if (thrown instanceof OverBudget) return thrown.limit;
  if (why !== undefined) return why;
  return deciding && isPsiError(thrown, "model-failed") ? "failed" : undefined;
}

function checkOptions(question: string, options: RunOptions): void {
  if (typeof question !== "string" || question.trim() === "") {
    throw new PsiError("invalid-option", "The question is empty. Ask something.");
  }
  const { retriever, policy, maxRetrievals = ROUNDS, limit, timeout } = options;
  if (typeof retriever?.retrieve !== "function") {
    throw new PsiError("invalid-option", "retriever must have retrieve(). Give one to look up in.");
  }
  if (typeof policy?.decide !== "function") {
    throw new PsiError(
      "invalid-option",
      "policy must have decide(). Give one, such as extractive().",
    );
  }
  if (typeof (maxRetrievals as HopEstimator)?.estimate !== "function")
    requireWhole("maxRetrievals", maxRetrievals as number, 1);
  if (limit !== undefined) requireWhole("limit", limit, 1);
  requireTimeout(timeout);
  const beside = (["prices", "maxTokens", "maxCost", "within"] as const).find(
    (name) => options.meter !== undefined && options[name] !== undefined,
  );
  if (beside !== undefined) {
    throw new PsiError(
      "invalid-option",
      `${beside} does nothing beside meter. Give it to the meter.`,
    );
  }
}

async function roundsOf(
  question: string,
  { maxRetrievals = ROUNDS }: RunOptions,
  signal: AbortSignal,
): Promise<number> {
  if (typeof maxRetrievals === "number") return maxRetrievals;
  const hops = Math.round(await maxRetrievals.estimate(question, { signal }));
  return Number.isNaN(hops) ? ROUNDS : Math.min(MOST_ESTIMATED, Math.max(LEAST_ESTIMATED, hops));
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

async function decided(
  state: AgentState,
  policy: AgentPolicy,
  meter: UsageMeter,
  signal: AbortSignal,
): Promise<AgentAction> {
  const context = countingContext(meter, signal);
  return checkedAction(await abortable(signal, () => policy.decide(state, context)), policy);
}

/** All queries of a round at once. Blank and repeated ones are asked for nothing. */
async function lookUp(
  queries: readonly string[],
  { retriever, limit = 5 }: RunOptions,
  signal: AbortSignal,
): Promise<Round> {
  const asked = [...new Set(queries.map((query) => query.trim()))].filter((query) => query !== "");
  const found = await abortable(signal, () =>
    // Async, so that one that throws at once does not leave the others' failures to nobody.
    Promise.all(asked.map(async (query) => retriever.retrieve(query, { limit, signal }))),
  );
  return { queries: asked, found };
}
