/** A chat model's reply: a string, a message, or a message with an array of content blocks. */
export type Reply = string | { readonly content?: unknown };

/**
 * The plain text of a chat model's reply: text blocks joined, `<think>` blocks (closed or not) removed,
 * trimmed. Empty when there is none.
 */
export function replyText(reply: Reply): string {
  const content = typeof reply === "string" ? reply : reply.content;
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

function withoutThinking(text: string): string {
  const closed = text.replace(/<think(?:ing)?>[\s\S]*?<\/think(?:ing)?>/gi, "");
  // Some servers swallow the opening tag, some models are cut before the closing one.
  const tail = /<\/think(?:ing)?>/i.exec(closed);
  const rest = tail === null ? closed : closed.slice(tail.index + tail[0].length);
  return rest.replace(/<think(?:ing)?>[\s\S]*$/i, "");
}
