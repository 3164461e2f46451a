import { type AgentAnswer, type AgentStep, PsiError } from "@psi/core";
import { type RunOptions, run } from "./run.js";

/**
 * Answers a question: `run`, read to its end.
 * @throws what `run` throws
 */
export function ask(question: string, options: RunOptions): Promise<AgentAnswer> {
  return answerOf(run(question, options));
}

/** The last of some steps. */
export async function answerOf(steps: AsyncIterable<AgentStep>): Promise<AgentAnswer> {
  for await (const step of steps) if (step.kind === "answer") return step.answer;
  throw new PsiError("model-failed", "The steps ended without an answer. Read those of `run`.");
}
