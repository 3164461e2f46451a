/** A chat model's reply: a string, a message, or a message with an array of content blocks. */
export type Reply = string | { readonly content?: unknown };

/**
 * The plain text of a chat model's reply: text blocks joined, `<think>` blocks (closed or not) removed,
 * trimmed. Empty when there is none, whatever the model gave instead. O(length).
 */
export function replyText(reply: Reply): string {
  const content = typeof reply === "string" ? reply : reply?.content;
  return withoutThinking(contentText(content)).trim();
}

function contentText(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content
    .map((block: unknown) => {
      if (typeof block === "string") return block;
      const { type, text } = (block ?? {}) as { type?: unknown; text?: unknown };
      return (type === "text" || type === undefined) && typeof text === "string" ? text : "";
    })
    .join("");
}

/** One pass over the tags, since a model caught in a loop may write a hundred thousand of them. */
function withoutThinking(text: string): string {
  let kept = "";
  let position = 0;
  let inside = false;
  for (const tag of text.matchAll(/<(\/?)think(?:ing)?>/gi)) {
    const closing = tag[1] === "/";
    // Some servers swallow the opening tag: what stands before a lone closing one was thinking too.
    if (closing && !inside) kept = "";
    if (!closing && !inside) kept += text.slice(position, tag.index);
    inside = !closing;
    position = tag.index + tag[0].length;
  }
  // Some models are cut off before they close the tag.
  return inside ? kept : kept + text.slice(position);
}
