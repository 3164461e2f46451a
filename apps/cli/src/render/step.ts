import type { AgentAction, AgentStep, ScoredNode } from "@psi/core";
import { titleOf, type Usage } from "@psi/core";
import type { Paint } from "../session.js";
import { fit } from "./columns.js";
import { counted, duration } from "./numbers.js";
import { paragraph } from "./paragraph.js";
import { plainText } from "./plain-text.js";
import { usageText } from "./usage.js";

const labelWidth = 10;
const indent = " ".repeat(labelWidth);

/**
 * The lines that show a step as it comes; none for the last one, which is the answer itself:
 *
 *     Thought   The owner is Edda Voss [1]. Her birthplace is missing.
 *     Look up   birthplace of Edda Voss, the owner of the herring boats
 *               read-and-answer/short/en/text/1 · 1 model call, 812 tokens · 0.40 s
 *     Found     5 passages in 0.01 s: Edda Voss; The first light; The keeper; …
 */
export function stepLines(step: AgentStep, width: number, paint: Paint): readonly string[] {
  const line = (label: string, text: string): readonly string[] =>
    labelled(label, text, width, paint);
  switch (step.kind) {
    case "rewriting":
      return [
        ...line("Asked as", step.standalone),
        ...step.notes.flatMap((note) => line("Note", note)),
        ...costLines(step.prompt, step.usage, width, paint),
      ];
    case "decision":
      return [
        ...decisionLines(step.action, line),
        ...costLines(step.action.prompt, step.usage, width, paint),
      ];
    case "retrieval":
      return step.found.flatMap((found, at) =>
        line(at === 0 ? "Found" : "", foundText(found, step.milliseconds, width - labelWidth)),
      );
    case "answer":
      return [];
  }
}

type Line = (label: string, text: string) => readonly string[];

function decisionLines(action: AgentAction, line: Line): readonly string[] {
  const { thought, notes = [] } = action;
  const plan = (action.kind === "retrieve" && action.plan) || [];
  return [
    ...(thought === undefined ? [] : line("Thought", thought)),
    ...plan.flatMap(({ question, answer }, at) =>
      line(
        at === 0 ? "Plan" : "",
        `#${at + 1} ${question}${answer === undefined ? "" : ` → ${answer}`}`,
      ),
    ),
    ...(action.kind === "retrieve"
      ? action.queries.flatMap((query, at) => line(at === 0 ? "Look up" : "", query))
      : line("Answer", action.text)),
    ...notes.flatMap((note) => line("Note", note)),
  ];
}

function labelled(label: string, text: string, width: number, paint: Paint): readonly string[] {
  return paragraph(plainText(text), width - labelWidth).map(
    (part, at) => (at === 0 ? paint.bold(label.padEnd(labelWidth)) : indent) + part,
  );
}

/** What asking for a decision cost; nothing where no model was asked. */
function costLines(
  prompt: string | undefined,
  usage: Usage,
  width: number,
  paint: Paint,
): readonly string[] {
  if (usage.modelCalls === 0) return [];
  const text = [...(prompt === undefined ? [] : [prompt]), usageText(usage)].join(" · ");
  return paragraph(text, width - labelWidth).map((part) => indent + paint.dim(part));
}

/** How many, how fast, and the names of the first, on one line. */
function foundText(found: readonly ScoredNode[], milliseconds: number, width: number): string {
  if (found.length === 0) return "nothing";
  const names = found.map(({ node }) => plainText(titleOf(node) ?? node.id));
  const head = `${counted(found.length, "passage")} in ${duration(milliseconds / 1000)}`;
  return fit(`${head}: ${names.join("; ")}`, width);
}
