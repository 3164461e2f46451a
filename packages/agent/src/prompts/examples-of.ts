import type { PromptKind, PromptRequest } from "./prompt-for.js";
import type { PromptWords } from "./prompt-words.js";

/** A request, and the reply that is wanted. */
export interface Example {
  readonly request: PromptRequest;
  readonly reply: string;
}

/** Worked examples: a missing fact looked up with what is known in apposition, nothing found, an answer. */
export function examplesOf(kind: PromptKind, words: PromptWords): readonly Example[] {
  const { example } = words;
  const several = kind.task === "read-and-answer";
  const retrievalsLeft = several ? 1 : 0;
  const looksUp: Example = {
    request: {
      question: example.question,
      passages: shown(example.first, example.aside),
      asked: [example.question],
      retrievalsLeft: 2,
    },
    reply: `${example.missing}\n${written("retrieve", example.query, kind, words)}`,
  };
  const findsNothing: Example = {
    request: {
      question: example.unanswered,
      passages: shown(example.aside),
      asked: [example.unanswered, example.tried],
      retrievalsLeft,
    },
    reply: `${example.notFound}\n${written("answer", example.notMentioned, kind, words)}`,
  };
  const answers: Example = {
    request: {
      question: example.question,
      passages: shown(example.first, example.second),
      asked: [example.question, example.query],
      retrievalsLeft,
    },
    reply: `${example.found}\n${written("answer", example.answer[kind.length], kind, words)}`,
  };
  return several ? [looksUp, findsNothing, answers] : [findsNothing, answers];
}

/** Behind a verb, or as the call of a tool. */
function written(
  verb: "answer" | "retrieve",
  text: string,
  { protocol }: PromptKind,
  words: PromptWords,
): string {
  if (protocol === "text") return words.verbs[verb] + text;
  const given = JSON.stringify(text);
  return verb === "answer" ? `answer(text: ${given})` : `retrieve(queries: [${given}])`;
}

/** Passages in the fences that evidence has. */
function shown(...passages: readonly string[]): string {
  return passages
    .map((text, place) => `<passage number="${place + 1}">\n${text}\n</passage>`)
    .join("\n");
}
