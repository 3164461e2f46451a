import type { AnswerLength } from "../answer-length.js";
import { chinese } from "./chinese.js";
import { english } from "./english.js";
import { examplesOf } from "./examples-of.js";
import type { Language } from "./language-of.js";
import type { AskAgainReason, PromptWords, Protocol } from "./prompt-words.js";
import { showLine } from "./show-line.js";
import { type ToolDefinition, toolDefinitions } from "./tool-definitions.js";

/** A message as `AgentContext.invoke` takes it. */
export type Message = readonly [role: "system" | "human" | "ai", text: string];

/** What a prompt is for: rounds of retrieval, the last of them, or one pass without any choice. */
export type PromptTask = "read-and-answer" | "last-round" | "single-pass";

export interface PromptKind {
  readonly task: PromptTask;
  readonly length: AnswerLength;
  readonly language: Language;
  readonly protocol: Protocol;
}

/** What a request is about. */
export interface PromptRequest {
  readonly question: string;
  /** As `evidenceText` gives them; empty when there are none. */
  readonly passages: string;
  /** What was looked up, in order. */
  readonly asked: readonly string[];
  readonly retrievalsLeft: number;
}

export interface Prompt {
  /** Name and version, such as "read-and-answer/short/en/text/1". */
  readonly name: string;
  /** The tools to offer; none where the reply is text. */
  readonly tools: readonly ToolDefinition[];
  messages(request: PromptRequest): readonly Message[];
  /** What is said behind a reply that cannot be taken. */
  again(reason: AskAgainReason): string;
}

const languages: Readonly<Record<Language, PromptWords>> = { en: english, zh: chinese };
/** The most characters of an earlier query that are shown again. */
const SHOWN = 300;

/** The prompt of a kind. */
export function promptFor(kind: PromptKind): Prompt {
  const { task, length, language, protocol } = kind;
  const words = languages[language];
  const choice = task === "read-and-answer" ? "both" : "answer";
  const opening = openingOf(kind, words);
  return {
    name: [task, length, language, protocol, words.version].join("/"),
    tools: protocol === "tools" ? toolDefinitions(words.tools, choice === "both") : [],
    messages: (request) => [...opening, ["human", requestText(request, words, kind)]],
    again: (reason) => `${words.again[reason]} ${words.againForm[protocol][choice]}`,
  };
}

/**
 * The rules and the worked examples. In text each example is a turn of the talk: small models keep to a form
 * that they have used before. Where tools are called such turns would teach to write calls as text, so
 * examples stand among the rules.
 */
function openingOf(kind: PromptKind, words: PromptWords): readonly Message[] {
  const examples = examplesOf(kind, words).map(({ request, reply }) => ({
    request: requestText(request, words, kind),
    reply,
  }));
  const rules = rulesOf(kind, words);
  if (kind.protocol === "text") {
    const turns = examples.flatMap(({ request, reply }): Message[] => [
      ["human", request],
      ["ai", reply],
    ]);
    return [["system", rules], ...turns];
  }
  const told = examples.map(
    ({ request, reply }) => `${words.exampleLabel}\n${request}\n\n${reply}`,
  );
  return [["system", [rules, ...told].join("\n\n")]];
}

function rulesOf({ task, length, protocol }: PromptKind, words: PromptWords): string {
  const several = task === "read-and-answer";
  const parts = [
    words.task[several ? "several" : task === "last-round" ? "last" : "single"],
    words.passages,
    words.answer[length],
    several ? words.retrieve : "",
    words.notMentioned[several ? "several" : "only"],
    words.form[protocol][several ? "both" : "answer"],
  ];
  return parts.filter((part) => part !== "").join("\n");
}

function requestText(
  { question, passages, asked, retrievalsLeft }: PromptRequest,
  words: PromptWords,
  { task, protocol }: PromptKind,
): string {
  const several = task === "read-and-answer";
  const earlier = asked.map((query) => `- ${showLine(query, SHOWN)}`);
  const parts = [
    passages === "" ? words.noPassages : passages,
    several && earlier.length > 0 ? [words.asked, ...earlier].join("\n") : "",
    `${words.question} ${question}`,
    words.left[protocol](several ? retrievalsLeft : 0),
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}
