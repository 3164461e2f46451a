const pairs: readonly (readonly [string, string])[] = [
  ['"', '"'],
  ["“", "”"],
  ["”", "”"],
  ["「", "」"],
  ["『", "』"],
  ["«", "»"],
  ["‘", "’"],
  ["'", "'"],
  ["`", "`"],
];
/** Tags that models leave behind in what they wrap. */
const tags =
  /<\/?(?:answer|final_answer|finalanswer|response|retrieve|retrieval|query|queries|search|search_query|tool_call|function_call|function|parameter|output|s)>/gi;

/** A query or a line on one line, without what sets it off: emphasis, table bars, tags, quotes around it. */
export function plainLine(line: string): string {
  const text = withoutEmphasis(whole(line).replace(tags, "").replace(/\s+/g, " ").trim());
  const inside = unquoted(text.replace(/^\|\s*|\s*\|$/g, ""));
  return /^[-|:\s`~*_]*$/.test(inside) ? "" : inside;
}

/** The same text with each lone surrogate made U+FFFD, so that it can be written in UTF-8. */
export function whole(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\ufffd").replaceAll("\0", "");
}

/** Without the tags that answers and queries are wrapped into. */
export function withoutTags(text: string): string {
  return text.replace(tags, "");
}

/** Without the quotes that stand around the whole, and not inside it. */
export function unquoted(text: string): string {
  for (const [opening, closing] of pairs) {
    if (text.length < 2 || !text.startsWith(opening) || !text.endsWith(closing)) continue;
    const inside = text.slice(1, -1);
    if (!inside.includes(opening) && !inside.includes(closing)) return inside.trim();
  }
  return text;
}

/** Without emphasis around the whole, and without the halves that a label leaves behind. */
export function withoutEmphasis(text: string): string {
  let plain = text.replace(/^(?:\*{1,3}|_{2,3}|`)(?=\s)/, "").trim();
  for (const mark of ["***", "**", "__", "*", "_", "`"]) {
    const inside = plain.slice(mark.length, -mark.length);
    const both = plain.length > 2 * mark.length && plain.startsWith(mark) && plain.endsWith(mark);
    if (both && !inside.includes(mark)) return inside.trim();
  }
  if (plain.endsWith("**") && plain.split("**").length % 2 === 0) plain = plain.slice(0, -2);
  return plain.trim();
}
