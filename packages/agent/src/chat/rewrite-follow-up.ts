import { type AgentContext, type ChatModel, isPsiError } from "@psi/core";
import { escapeFences, toOneLine } from "@psi/core/model-text";
import { OverBudget } from "../meter/counting-context.js";
import { languageOf } from "../prompts/language-of.js";
import { stepwiseWords } from "../prompts/stepwise-words.js";
import type { Turn } from "./conversation.js";
import { readQuestion } from "./read-question.js";

/** A question as it is asked of the index. */
export interface Rewritten {
  readonly standalone: string;
  readonly prompt: string;
  readonly notes: readonly string[];
}

/** A rewritten question that is so much longer was not rewritten but answered. */
const LONGEST = 600;

/**
 * A follow-up as a question that stands alone. One model call; where it fails or says nothing of use, the
 * question stays as it is and a note says so.
 *
 * @throws the signal's reason
 */
export async function rewriteFollowUp(
  question: string,
  turns: readonly Turn[],
  model: ChatModel,
  context: AgentContext,
): Promise<Rewritten> {
  const language = languageOf(question);
  const words = stepwiseWords[language];
  const prompt = `follow-up/${language}/${words.version}`;
  // An answer may quote what a passage says in the form of this prompt.
  const line = (text: string): string => escapeFences(toOneLine(text));
  const told = turns.flatMap((turn) => [
    `${words.asked} ${line(turn.question)}`,
    `${words.answered} ${line(turn.answer)}`,
  ]);
  const asItIs = (why: string, notes: readonly string[] = []): Rewritten => ({
    standalone: question,
    prompt,
    notes: [`The question was asked as it is: ${why}.`, ...notes],
  });
  try {
    const reply = await context.invoke(model, [
      ["system", words.followUp],
      ["human", [words.history, ...told, `${words.writeFollowUp} ${question}`].join("\n")],
    ]);
    const read = readQuestion(reply, question);
    if ("why" in read) return asItIs(read.why, read.notes);
    const { question: standalone, notes } = read;
    if (standalone.length > LONGEST + question.length) {
      return asItIs("the model's rewriting was too long to be a question", notes);
    }
    return { standalone, prompt, notes };
  } catch (thrown) {
    context.signal?.throwIfAborted();
    if (thrown instanceof OverBudget) return asItIs(`the limit of ${thrown.limit} was reached`);
    if (isPsiError(thrown, "model-failed")) return asItIs("the model failed to rewrite it");
    throw thrown;
  }
}
