import {
  type AgentAction,
  type AgentState,
  type AgentStep,
  type AnswerAction,
  type Citation,
  type Ending,
  isPsiError,
  type PsiError,
} from "@psi/core";
import { citation, cite } from "./evidence/cite.js";
import { plainWords } from "./evidence/plain-words.js";
import type { UsageMeter } from "./meter/usage-meter.js";
import { isNotMentioned, NOT_MENTIONED } from "./not-mentioned.js";
import { quoting } from "./policies/extractive.js";

interface End {
  readonly state: AgentState;
  /** What the policy decided last, where it came to that. */
  readonly action?: AgentAction;
  readonly ending: Ending;
  readonly meter: UsageMeter;
  readonly thrown?: unknown;
}

/** Sentences that stand for an answer when there was no time to write one. */
const SENTENCES = 5;

const CUT_SHORT: Readonly<Partial<Record<Ending, string>>> = {
  tokens: "The limit of tokens was reached",
  cost: "The limit of cost was reached",
  timeout: "The time was over",
  aborted: "It was stopped",
  failed: "The model failed",
};

/** The last step: the policy's answer with its citations, or the best of what was found until then. */
export function finished({ state, action, ending, meter, thrown }: End): AgentStep {
  const answer = action?.kind === "answer" ? action : instead(state, ending);
  const cited =
    answer.quotes === undefined
      ? cite(answer.text, state.evidence, plainWords)
      : { text: answer.text, citations: quoted(answer.quotes, state), notes: [] };
  const text = cited.text === "" ? NOT_MENTIONED : cited.text;
  return {
    kind: "answer",
    answer: {
      text,
      answered: !isNotMentioned(text),
      citations: cited.citations,
      evidence: state.evidence,
      ending,
      notes: [...(answer.notes ?? []), ...cited.notes],
      usage: meter.usage,
      ...(isPsiError(thrown) && { error: thrown as PsiError }),
    },
  };
}

function instead({ question, evidence }: AgentState, ending: Ending): AnswerAction {
  const why = CUT_SHORT[ending];
  if (why === undefined) {
    return {
      kind: "answer",
      text: NOT_MENTIONED,
      notes: ["More was to be looked up than maxRetrievals allows, and no answer was given."],
    };
  }
  const quotes = quoting(question, evidence, plainWords, SENTENCES);
  const told =
    evidence.length === 0
      ? "before anything was found"
      : "so the best sentences found until then are quoted";
  return { ...quotes, notes: [`${why}, ${told}.`] };
}

function quoted(
  quotes: NonNullable<AnswerAction["quotes"]>,
  { evidence }: AgentState,
): readonly Citation[] {
  const byNumber = new Map(evidence.map((each) => [each.number, each]));
  return quotes.flatMap(({ number, ...span }) => {
    const cited = byNumber.get(number);
    return cited === undefined ? [] : [citation(cited, span)];
  });
}
