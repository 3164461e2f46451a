import { type AgentStep, isPsiError, type PsiError } from "@psi/core";
import { answerStyle, answerView } from "./answer-output.js";
import { exitCodes } from "./exit-codes.js";
import { lineReader } from "./line-reader.js";
import { type AnswerView, costLine, noteLines, sourceLines, textLines } from "./render/answer.js";
import { answerDocument } from "./render/answer-document.js";
import { jsonText } from "./render/json-text.js";
import { counted } from "./render/numbers.js";
import { paragraph } from "./render/paragraph.js";
import { plainText } from "./render/plain-text.js";
import { usageText } from "./render/usage.js";
import { reportError } from "./report-error.js";
import type { Session } from "./session.js";
import type { StepDisplay } from "./step-display.js";
import type { Talk } from "./talk.js";
import { usageSum } from "./usage-sum.js";

const help = [
  "Type a question. Where there is a model, what was said before helps it to understand the next one.",
  "  /sources  the passages that the last answer cites",
  "  /usage    what all questions cost so far",
  "  /new      forget what was said before",
  "  /help     this",
  "  /quit     the end, as Ctrl-D; Ctrl-C stops the question that is being answered",
];

/** What is remembered between two lines. */
interface State {
  questions: number;
  failed: boolean;
  last: { readonly question: string; readonly view: AnswerView } | undefined;
}

/** Reads questions and commands, one a line, until there are no more; returns the exit code. */
export async function chatSession(
  session: Session,
  talk: Talk,
  display: StepDisplay,
): Promise<number> {
  const lines = lineReader(session, "> ");
  const state: State = { questions: 0, failed: false, last: undefined };
  // Whoever types stops a question; whoever pipes them in stops them all.
  const stoppable: Session["part"] = lines.typed ? session.part : (work) => work(session.signal);
  if (lines.typed) session.note("Ask a question. /help shows what else there is, /quit ends.");
  try {
    while (!session.signal.aborted) {
      const line = await lines.next();
      if (line === undefined || line.trim() === "/quit") break;
      if (line.startsWith("/")) {
        command(line.trim(), session, talk, state);
      } else if (line.trim() !== "") {
        const question = line.trim();
        const steps = await stoppable((signal) => stepsOf(question, talk, signal, display));
        show(question, steps, session, talk, state);
      }
    }
  } finally {
    lines.close();
  }
  if (state.questions > 0) session.note(totals(talk, state));
  if (session.signal.aborted) return exitCodes.interrupted;
  return state.failed ? exitCodes.fault : exitCodes.ok;
}

function totals({ usage }: Talk, { questions }: State): string {
  return `${counted(questions, "question")} · ${usageText(usage)}`;
}

/** What a line that begins with a slash asks for. With --json the answers alone are on standard output. */
function command(typed: string, session: Session, talk: Talk, state: State): void {
  const tell = (...lines: readonly string[]): void => {
    if (session.json) for (const line of lines) session.note(line);
    else session.print(...lines, "");
  };
  if (typed === "/help") tell(...help);
  else if (typed === "/usage") tell(totals(talk, state));
  else if (typed === "/sources") tell(...sourcesOf(state.last, session));
  else if (typed === "/new") {
    talk.restart();
    session.note("What was said before is forgotten.");
  } else {
    session.err.write(
      `There is no ${plainText(typed)}. /help shows what there is; a question may begin with a space.\n`,
    );
  }
}

function sourcesOf(last: State["last"], session: Session): readonly string[] {
  if (last === undefined) return ["No question was answered yet."];
  // Without the heading, and the blank line above it.
  const lines = sourceLines(last.view, answerStyle(session, last.question)).slice(2);
  return lines.length === 0 ? ["The last answer cites nothing."] : lines;
}

/** The steps of one question, as far as it came; and what was thrown, if that ended it. */
interface Stepped {
  readonly steps: readonly AgentStep[];
  readonly thrown?: PsiError;
}

async function stepsOf(
  question: string,
  talk: Talk,
  signal: AbortSignal,
  display: StepDisplay,
): Promise<Stepped> {
  const steps: AgentStep[] = [];
  display.status("Thinking");
  try {
    for await (const step of talk.steps(question, signal)) {
      display.step(step);
      steps.push(step);
    }
    return { steps };
  } catch (thrown) {
    if (signal.aborted) return { steps };
    // The next question may fare better; what is a fault of psi itself may not be passed over.
    if (!isPsiError(thrown)) throw thrown;
    return { steps, thrown };
  } finally {
    display.clear();
  }
}

/** Shows what came of a question. */
function show(
  question: string,
  { steps, thrown }: Stepped,
  session: Session,
  talk: Talk,
  state: State,
): void {
  state.questions++;
  const end = steps.at(-1);
  if (end?.kind !== "answer") {
    if (thrown === undefined) session.note("Stopped.");
    else fail(thrown, session, state);
    return;
  }
  const { answer } = end;
  const rewriting = steps.find((step) => step.kind === "rewriting");
  const usage = rewriting ? usageSum(rewriting.usage, answer.usage) : answer.usage;
  const whole = { ...answer, usage, notes: [...(rewriting?.notes ?? []), ...answer.notes] };
  const asked = rewriting?.standalone ?? question;
  const view = answerView(whole, steps);
  state.last = { question: asked, view };
  if (session.json) {
    const document = { question, standalone: asked, ...answerDocument(whole, steps) };
    session.print(jsonText({ ...document, session: talk.usage }));
  } else {
    const style = answerStyle(session, asked);
    const rewritten = asked === question ? [] : paragraph(`Asked as: ${asked}`, style.width);
    session.print(
      ...rewritten.map(style.paint.dim),
      ...textLines(view, style),
      ...noteLines(view.notes, style),
      ...costLine(view, style),
      "",
    );
  }
  if (answer.ending === "failed") fail(answer.error, session, state);
}

/** The error alone: the next question may fare better. */
function fail(thrown: unknown, session: Session, state: State): void {
  state.failed = true;
  session.err.write(reportError(thrown, { json: session.json, debug: false }).text);
}
