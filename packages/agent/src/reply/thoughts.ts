import type { ModelReply } from "@psi/core";
import { replyText } from "@psi/core";

/** What a model said, and what it thought before, each trimmed. */
export interface Spoken {
  readonly text: string;
  readonly thought: string;
}

/** Other names of `<think>` and `</think>`, brought to that one: each is a model family's own. */
const openings =
  /<\|?(?:thoughts?|reasoning|analysis|scratchpad|reflection)\|?>|\[THINK\]|◁think▷|<\|channel\|>(?:analysis|commentary)<\|message\|>/gi;
const closings =
  /<\/(?:thoughts?|reasoning|analysis|scratchpad|reflection)>|\[\/THINK\]|◁\/think▷|<\|channel\|>final<\|message\|>/gi;
/** Where a turn ends; what a model writes behind it is made up. */
const turnEnds =
  /<\|(?:im_end|im_start|eot_id|endoftext|end_of_text|end|return|eom_id)\|>|<\/s>|<end_of_turn>|<｜end▁of▁sentence｜>/g;

/** Parts a reply into what was said and what was thought. O(length). */
export function spokenIn(reply: ModelReply | string): Spoken {
  const { said, reasoned } = contentOf(reply);
  // The markers of a thought's end and start stand back to back in one family: the turn goes on.
  const marked = said
    .replace(/<\|end\|>\s*<\|start\|>assistant/g, "")
    .replace(closings, "</think>")
    .replace(openings, "<think>");
  const text = firstTurn(replyText(marked));
  return { text, thought: joined([reasoned, thoughtsIn(marked)]) };
}

/** Texts that are not blank, one below the other. */
export function joined(texts: readonly string[]): string {
  return texts
    .map((text) => text.trim())
    .filter((text) => text !== "")
    .join("\n");
}

function contentOf(reply: ModelReply | string): { said: string; reasoned: string } {
  if (typeof reply === "string") return { said: reply, reasoned: "" };
  const message = (reply ?? {}) as {
    content?: unknown;
    additional_kwargs?: { reasoning_content?: unknown };
  };
  const kept = message.additional_kwargs?.reasoning_content;
  const reasoned = typeof kept === "string" ? [kept] : [];
  if (!Array.isArray(message.content)) {
    const { content } = message;
    return { said: typeof content === "string" ? content : "", reasoned: joined(reasoned) };
  }
  const said: string[] = [];
  for (const block of message.content as unknown[]) {
    if (typeof block === "string") said.push(block);
    const { type, text, thinking, reasoning } = (block ?? {}) as Record<string, unknown>;
    if ((type === "text" || type === undefined) && typeof text === "string") said.push(text);
    const thought = [thinking, reasoning].find((each) => typeof each === "string");
    if (thought !== undefined) reasoned.push(thought as string);
  }
  return { said: said.join(""), reasoned: joined(reasoned) };
}

/** What core's `replyText` takes out; the same walk over the tags. */
function thoughtsIn(text: string): string {
  const thoughts: string[] = [];
  let position = 0;
  let inside = false;
  for (const tag of text.matchAll(/<(\/?)think(?:ing)?>/gi)) {
    const closing = tag[1] === "/";
    if (inside || closing) thoughts.push(text.slice(position, tag.index));
    inside = !closing;
    position = tag.index + tag[0].length;
  }
  if (inside) thoughts.push(text.slice(position));
  return joined(thoughts);
}

function firstTurn(text: string): string {
  let position = 0;
  for (const end of text.matchAll(turnEnds)) {
    const turn = text.slice(position, end.index).trim();
    if (turn !== "") return turn.replace(/^(?:assistant|model)\s*\n/i, "");
    position = end.index + end[0].length;
  }
  return text.slice(position).trim();
}
