import {
  type AgentAction,
  type AgentState,
  type AgentStep,
  type AnswerAction,
  type Ending,
  isPsiError,
} from "@psi/core";
import { type CitedText, cite, citedQuotes } from "./evidence/cite.js";
import { plainWords } from "./evidence/plain-words.js";
import type { UsageMeter } from "./meter/usage-meter.js";
import { isNotMentioned, NOT_MENTIONED } from "./not-mentioned.js";
import { quoting } from "./policies/extractive.js";

interface End {
  readonly state: AgentState;
  /** What the policy decided last, where it came to that. */
  readonly action?: AgentAction;
  readonly ending: Ending;
  readonly meter: Pick<UsageMeter, "usage">;
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
  const cited = citedIn(answer, state);
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
      ...(ending === "failed" && isPsiError(thrown) && { error: thrown }),
    },
  };
}

/** What is quoted stands as it is: marks in it are the passage's own, such as a text's references. */
function citedIn({ text, quotes }: AnswerAction, { evidence }: AgentState): CitedText {
  if (quotes === undefined) return cite(text, evidence, plainWords);
  return { text: text.trim(), ...citedQuotes(quotes, evidence) };
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
  const quoted = quoting(question, evidence, plainWords, SENTENCES);
  const told =
    quoted.quotes?.length === 0
      ? "before anything was found"
      : "so the best sentences found until then are quoted";
  return { ...quoted, notes: [`${why}, ${told}.`, ...(quoted.notes ?? [])] };
}
