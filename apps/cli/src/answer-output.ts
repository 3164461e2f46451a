import type { AgentAnswer, AgentStep } from "@psi/core";
import { multilingual } from "@psi/sparse";
import {
  type AnswerStyle,
  type AnswerView,
  costLine,
  noteLines,
  sourceLines,
  textLines,
} from "./render/answer.js";
import { citationViews, evidenceViews } from "./render/evidence-view.js";
import { matcher } from "./render/matches.js";
import type { Session } from "./session.js";

/** An answer with all that is shown of it. */
export function answerView(answer: AgentAnswer, steps: readonly AgentStep[]): AnswerView {
  const evidence = evidenceViews(answer.evidence);
  const rounds = steps.filter(({ kind }) => kind === "retrieval").length;
  return { ...answer, evidence, citations: citationViews(answer.citations, evidence), rounds };
}

/** How answers to a question are shown in a session. */
export function answerStyle({ width, paint }: Session, question: string): AnswerStyle {
  return { width, paint, match: matcher(question, multilingual()) };
}

/** The lines that `psi ask` prints: the answer, what it cites, what a reader should know, what it cost. */
export function answerPage(
  session: Session,
  question: string,
  answer: AgentAnswer,
  steps: readonly AgentStep[],
): readonly string[] {
  const style = answerStyle(session, question);
  const view = answerView(answer, steps);
  const notes = noteLines(view.notes, style);
  return [
    ...textLines(view, style),
    ...sourceLines(view, style),
    ...(notes.length > 0 ? ["", ...notes] : []),
    "",
    ...costLine(view, style),
  ];
}
