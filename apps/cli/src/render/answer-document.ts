import type { AgentAnswer, AgentStep } from "@psi/core";
import { citationViews, evidenceViews } from "./evidence-view.js";

/** An answer as --json prints it. */
export function answerDocument(answer: AgentAnswer, steps: readonly AgentStep[]): object {
  const { text, answered, ending, notes, usage, error } = answer;
  const evidence = evidenceViews(answer.evidence);
  return {
    answer: text,
    answered,
    ending,
    citations: citationViews(answer.citations, evidence),
    evidence,
    steps: steps.flatMap(stepView),
    notes,
    usage,
    ...(error && { error: { code: error.code, message: error.message } }),
  };
}

/** A step, with ids for passages, whose texts stand in the evidence; the answer is the document itself. */
function stepView(step: AgentStep): readonly object[] {
  if (step.kind === "answer") return [];
  if (step.kind !== "retrieval") return [step];
  return [{ ...step, found: step.found.map((list) => list.map(({ node }) => node.id)) }];
}
