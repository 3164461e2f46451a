import type { Language } from "./language-of.js";
import type { Prompt, PromptRequest } from "./prompt-for.js";
import { showLine } from "./show-line.js";
import { type StepwiseWords, stepwiseWords } from "./stepwise-words.js";

/** The most characters of a sentence, or of a part with its answer, that are shown again. */
const SHOWN = 1_000;

/** A prompt whose reply is one line of text. */
export type StepwisePrompt = Pick<Prompt, "name" | "tools" | "messages">;

/** The next sentence of a reasoning, after those that stand already. */
export function nextSentencePrompt(language: Language, soFar: readonly string[]): StepwisePrompt {
  return stepwisePrompt("next-sentence", language, (words, { question, passages }) => [
    words.nextSentence,
    [passages, `${words.question} ${question}`, listed(words.soFar, soFar), words.writeSentence],
  ]);
}

/** A question, taken apart. */
export function planPrompt(language: Language): StepwisePrompt {
  return stepwisePrompt("plan", language, (words, { question }) => [
    words.plan,
    [`${words.question} ${question}`, words.writePlan],
  ]);
}

/** The answer to one part of a question. */
export function partPrompt(language: Language): StepwisePrompt {
  return stepwisePrompt("part", language, (words, { question, passages }) => [
    words.part,
    [passages, `${words.question} ${question}`],
  ]);
}

/** A prompt that shows, behind its passages, what was found out before. */
export function knowing(
  prompt: Prompt,
  language: Language,
  heading: "soFar" | "partsAnswered",
  known: readonly string[],
): Pick<Prompt, "tools" | "messages"> {
  const block = listed(stepwiseWords[language][heading], known);
  return {
    tools: prompt.tools,
    messages: (request) =>
      prompt.messages({ ...request, passages: joined([request.passages, block]) }),
  };
}

function stepwisePrompt(
  task: string,
  language: Language,
  write: (words: StepwiseWords, request: PromptRequest) => readonly [string, readonly string[]],
): StepwisePrompt {
  const words = stepwiseWords[language];
  return {
    name: `${task}/${language}/${words.version}`,
    tools: [],
    messages: (request) => {
      const [system, parts] = write(words, request);
      return [
        ["system", system],
        ["human", joined(parts)],
      ];
    },
  };
}

function listed(heading: string, lines: readonly string[]): string {
  return lines.length === 0
    ? ""
    : [heading, ...lines.map((line) => `- ${showLine(line, SHOWN)}`)].join("\n");
}

function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join("\n\n");
}
