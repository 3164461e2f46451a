import {
  type AgentAnswer,
  type AgentStep,
  type CallOptions,
  type ChatModel,
  estimateTokens,
  onAbort,
  PsiError,
  requireWhole,
  type Usage,
} from "@psi/core";
import { answerOf } from "../ask.js";
import { finished } from "../finished.js";
import { countingContext } from "../meter/counting-context.js";
import {
  type MeterOptions,
  type UsageMeter,
  usageMeter,
  usageSince,
} from "../meter/usage-meter.js";
import { stopOnLeave } from "../stop-on-leave.js";
import { requireTimeout, stopping } from "../stopping.js";
import { rewriteFollowUp } from "./rewrite-follow-up.js";

/** A question and what was answered. */
export interface Turn {
  readonly question: string;
  readonly answer: string;
}

export interface ConversationOptions extends Omit<MeterOptions, "within"> {
  /** Answers a question that stands alone within the time that is left; counts what it costs in the meter. */
  readonly answer: (
    question: string,
    options: CallOptions & { readonly session: UsageMeter; readonly timeout?: number },
  ) => AsyncIterable<AgentStep>;
  /** Rewrites follow-ups; without one, each question is asked as it is. */
  readonly model?: ChatModel;
  /** Tokens of earlier turns that the rewriting looks at, latest first; 1,000 when left out. */
  readonly historyTokens?: number;
  /** Milliseconds for one question, its rewriting included, from 1 to 2^31 - 1; no limit when left out. */
  readonly timeout?: number;
}

/** Questions that follow one another. One is answered at a time. */
export interface Conversation {
  readonly turns: readonly Turn[];
  /** What all of it cost so far. */
  readonly usage: Usage;
  /** @throws PsiError `invalid-option` while another question is being answered; what the answering throws */
  steps(question: string, options?: CallOptions): AsyncIterable<AgentStep>;
  /** `steps`, read to its end. */
  ask(question: string, options?: CallOptions): Promise<AgentAnswer>;
}

/**
 * A conversation: earlier turns turn a follow-up ("And where was he born?") into a question that stands
 * alone, which is then answered like any other. A turn is remembered when its answer is there. The time limit
 * and a call's signal hold for the rewriting too: a question that they end there has an answer that says so.
 *
 * @throws PsiError `invalid-option`
 */
export function conversation(options: ConversationOptions): Conversation {
  const { answer, timeout, historyTokens = 1000 } = options;
  requireWhole("historyTokens", historyTokens, 0);
  requireTimeout(timeout);
  const session = usageMeter(options);
  const turns: Turn[] = [];
  let busy = false;
  async function* stepsOf(
    question: string,
    call: CallOptions,
    controller: AbortController,
  ): AsyncGenerator<AgentStep, void> {
    if (busy) {
      throw new PsiError(
        "invalid-option",
        "The question before is still being answered. Await its answer, or start another conversation.",
      );
    }
    busy = true;
    const { signal } = controller;
    const forget = call.signal && onAbort(call.signal, () => controller.abort(call.signal?.reason));
    const hasLeft = (): boolean => signal.aborted && call.signal?.aborted !== true;
    try {
      call.signal?.throwIfAborted();
      for await (const step of answerSteps(question, call, signal)) {
        if (hasLeft()) return;
        if (step.kind === "answer") turns.push({ question, answer: step.answer.text });
        yield step;
      }
    } finally {
      forget?.();
      busy = false;
    }
  }
  async function* answerSteps(
    question: string,
    call: CallOptions,
    signal: AbortSignal,
  ): AsyncGenerator<AgentStep, void> {
    const begun = performance.now();
    const history = latest(turns, historyTokens);
    const rewriting = await rewritten(question, history, options, { session, signal });
    if (rewriting !== undefined) yield rewriting;
    if (rewriting?.kind === "answer") return;
    const left = timeout && { timeout: Math.max(1, timeout - (performance.now() - begun)) };
    yield* answer(rewriting?.standalone ?? question, { ...call, ...left, signal, session });
  }
  const steps = (question: string, call: CallOptions = {}): AsyncGenerator<AgentStep, void> => {
    const controller = new AbortController();
    return stopOnLeave(stepsOf(question, call, controller), controller);
  };
  return {
    get turns() {
      return [...turns];
    },
    get usage() {
      return session.usage;
    },
    steps,
    ask: (question, call) => answerOf(steps(question, call)),
  };
}

type Rewriting = AgentStep & { readonly kind: "rewriting" };
type Answer = AgentStep & { readonly kind: "answer" };

/** Undefined for the first question, and without a model; an answer where the time or the signal ends it. */
async function rewritten(
  question: string,
  history: readonly Turn[],
  { model, timeout }: ConversationOptions,
  { session, signal }: { readonly session: UsageMeter; readonly signal: AbortSignal },
): Promise<Rewriting | Answer | undefined> {
  if (model === undefined || history.length === 0) return undefined;
  const before = session.usage;
  const controller = new AbortController();
  const stop = stopping(controller, { signal, ...(timeout !== undefined && { timeout }) });
  try {
    const context = countingContext(session, controller.signal);
    const found = await rewriteFollowUp(question, history, model, context);
    return { kind: "rewriting", question, ...found, usage: usageSince(before, session.usage) };
  } catch (thrown) {
    if (stop.why === undefined) throw thrown;
    const state = { question, rounds: [], evidence: [], actions: [], retrievalsLeft: 0 };
    const meter = { usage: usageSince(before, session.usage) };
    return finished({ state, ending: stop.why, meter }) as Answer;
  } finally {
    stop.end();
  }
}

/** The last turns that fit into so many tokens, in order; of the very last at least the beginning. */
function latest(turns: readonly Turn[], tokens: number): readonly Turn[] {
  let left = tokens;
  let first = turns.length;
  while (first > 0) {
    const { question, answer } = turns[first - 1] as Turn;
    left -= estimateTokens(question) + estimateTokens(answer);
    if (left < 0) break;
    first--;
  }
  const last = turns.at(-1);
  if (first < turns.length || last === undefined || tokens === 0) return turns.slice(first);
  // A token has about four characters.
  return [{ question: last.question, answer: last.answer.slice(0, 4 * tokens) }];
}
