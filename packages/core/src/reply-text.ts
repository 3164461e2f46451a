import { joinTexts, splitThoughts } from "./thoughts.js";

/** A chat model's reply: a string, a message, or a message with an array of content blocks. */
export type Reply = string | { readonly content?: unknown };

/** A reply in its parts, each trimmed and empty where there is none. */
export interface SplitReply {
  readonly text: string;
  /** What was thought on the way: marked in the text, in content blocks, or beside the content. */
  readonly thought: string;
  /** What was not read of a reply that is too long. */
  readonly notes: readonly string[];
  /** UTF-16 units of the whole reply, thoughts included. */
  readonly length: number;
}

/** UTF-16 units that are read of a reply: more than any model says, unless it is caught in a loop. */
const MOST_READ = 200_000;

/**
 * The plain text of a chat model's reply: text blocks joinTexts, thoughts removed whatever their marks, trimmed.
 * Empty when there is none, whatever the model gave instead. O(length).
 */
export function replyText(reply: Reply): string {
  return splitReply(reply).text;
}

/**
 * The text of a chat model's reply, and what the model thought on the way. Of more than 200,000 characters the
 * first and the last 100,000 are read, and a note says so. O(length).
 */
export function splitReply(reply: Reply): SplitReply {
  const { said, reasoned } = contentOf(reply);
  const notes: string[] = [];
  const { text, thought } = splitThoughts(keepEnds(said, "reply", notes));
  return {
    text,
    thought: joinTexts([keepEnds(reasoned, "reasoning", notes), thought]),
    notes,
    length: said.length + reasoned.length,
  };
}

function keepEnds(text: string, what: string, notes: string[]): string {
  if (text.length <= MOST_READ) return text;
  const half = MOST_READ / 2;
  notes.push(
    `The ${what} has ${text.length} characters; the first and the last ${half} of them were read.`,
  );
  return `${text.slice(0, half)}\n${text.slice(-half)}`;
}

function contentOf(reply: Reply): { readonly said: string; readonly reasoned: string } {
  if (typeof reply === "string") return { said: reply, reasoned: "" };
  const { content, additional_kwargs: beside } = (reply ?? {}) as {
    readonly content?: unknown;
    readonly additional_kwargs?: unknown;
  };
  const said: string[] = [];
  const reasoned = [reasoningIn(beside)];
  if (typeof content === "string") said.push(content);
  for (const block of Array.isArray(content) ? (content as readonly unknown[]) : []) {
    if (typeof block === "string") said.push(block);
    const { type, text } = fieldsOf(block);
    if ((type === "text" || type === undefined) && typeof text === "string") said.push(text);
    else reasoned.push(reasoningIn(block));
  }
  return { said: said.join(""), reasoned: joinTexts(reasoned) };
}

/** What a content block, or what stands beside the content, says was thought. */
function reasoningIn(block: unknown): string {
  const { thinking, reasoning, reasoning_content } = fieldsOf(block);
  for (const given of [thinking, reasoning, reasoning_content]) {
    if (typeof given === "string") return given;
    // Mistral's: a list of blocks inside the block.
    if (Array.isArray(given))
      return joinTexts(given.map((each) => String(fieldsOf(each).text ?? "")));
  }
  return "";
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
