import { type AgentAnswer, PsiError } from "@psi/core";
import { type RunOptions, run } from "./run.js";

/**
 * Answers a question: `run`, read to its end.
 * @throws what `run` throws
 */
export async function ask(question: string, options: RunOptions): Promise<AgentAnswer> {
  for await (const step of run(question, options)) {
    if (step.kind === "answer") return step.answer;
  }
  throw new PsiError("model-failed", "The run ended without an answer.");
}
