import type { AgentStep } from "@psi/core";
import { widthOf } from "./io.js";
import { counted } from "./render/numbers.js";
import { stepLines } from "./render/step.js";
import type { Session } from "./session.js";
import { type StatusLine, statusLine } from "./status-line.js";

/** Shows on standard error what happens while a question is answered. */
export interface StepDisplay {
  /** What is waited for now. */
  status(text: string): void;
  /** A step that was taken: printed where --steps asks for it, and what comes next is waited for. */
  step(step: AgentStep): void;
  /** Ends the waiting. */
  clear(): void;
}

/** A display for one command; with `steps`, each step is printed. */
export function stepDisplay(session: Session, steps: boolean): StepDisplay {
  const { err, errorPaint, environment, json } = session;
  const line: StatusLine = statusLine(session);
  return {
    status: line.show,
    step(step) {
      line.clear();
      // With --json they are in the document.
      const lines = steps && !json ? stepLines(step, widthOf(err, environment), errorPaint) : [];
      err.write(lines.map((each) => `${each}\n`).join(""));
      const next = waitingAfter(step);
      if (next !== undefined) line.show(next);
    },
    clear: line.clear,
  };
}

function waitingAfter(step: AgentStep): string | undefined {
  if (step.kind === "rewriting") return `Asked as: ${step.standalone}`;
  if (step.kind === "retrieval") {
    const passages = step.found.reduce((sum, list) => sum + list.length, 0);
    return `Reading ${counted(passages, "passage")}`;
  }
  if (step.kind === "answer" || step.action.kind === "answer") return undefined;
  const [query = "", ...more] = step.action.queries;
  return `Looking up ${query}${more.length === 0 ? "" : ` and ${more.length} more`}`;
}
