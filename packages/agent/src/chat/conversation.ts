import {
  type AgentAnswer,
  type AgentStep,
  type CallOptions,
  type ChatModel,
  estimateTokens,
  PsiError,
  requireWhole,
  type Usage,
} from "@psi/core";
import { answerOf } from "../ask.js";
import { countingContext } from "../meter/counting-context.js";
import {
  type MeterOptions,
  type UsageMeter,
  usageMeter,
  usageSince,
} from "../meter/usage-meter.js";
import { rewriteFollowUp } from "./rewrite-follow-up.js";

/** A question and what was answered. */
export interface Turn {
  readonly question: string;
  readonly answer: string;
}

export interface ConversationOptions extends Omit<MeterOptions, "within"> {
  /** Answers a question that stands alone; counts what it costs in the meter. */
  readonly answer: (
    question: string,
    options: CallOptions & { readonly session: UsageMeter },
  ) => AsyncIterable<AgentStep>;
  /** Rewrites follow-ups; without one, each question is asked as it is. */
  readonly model?: ChatModel;
  /** Tokens of earlier turns that the rewriting looks at, latest first; 1,000 when left out. */
  readonly historyTokens?: number;
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
 * alone, which is then answered like any other. A turn is remembered when its answer is there.
 *
 * @throws PsiError `invalid-option`
 */
export function conversation(options: ConversationOptions): Conversation {
  const { answer, historyTokens = 1000 } = options;
  requireWhole("historyTokens", historyTokens, 0);
  const session = usageMeter(options);
  const turns: Turn[] = [];
  let busy = false;
  async function* steps(question: string, call: CallOptions = {}): AsyncGenerator<AgentStep, void> {
    if (busy) {
      throw new PsiError(
        "invalid-option",
        "The question before is still being answered. Await its answer, or start another conversation.",
      );
    }
    busy = true;
    try {
      const rewriting = await rewritten(
        question,
        latest(turns, historyTokens),
        options,
        session,
        call,
      );
      if (rewriting !== undefined) yield rewriting;
      for await (const step of answer(rewriting?.standalone ?? question, { ...call, session })) {
        if (step.kind === "answer") turns.push({ question, answer: step.answer.text });
        yield step;
      }
    } finally {
      busy = false;
    }
  }
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

/** Undefined for the first question, and without a model. */
async function rewritten(
  question: string,
  history: readonly Turn[],
  { model }: ConversationOptions,
  session: UsageMeter,
  { signal }: CallOptions,
): Promise<Rewriting | undefined> {
  if (model === undefined || history.length === 0) return undefined;
  const before = session.usage;
  const stop = signal ?? new AbortController().signal;
  const found = await rewriteFollowUp(question, history, model, countingContext(session, stop));
  return { kind: "rewriting", question, ...found, usage: usageSince(before, session.usage) };
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
