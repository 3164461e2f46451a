/**
 * Whether brackets in a text are open more than `limit` deep at some place, a line is indented as far, or
 * begins with more marks of lists. Parsers that call themselves for what is nested would run out of stack, which V8
 * does not always survive. Brackets in strings count too. O(length).
 */
export function nestsDeeper(text: string, limit: number): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if ("[{(<".includes(character)) depth++;
    else if ("]})>".includes(character)) depth = Math.max(0, depth - 1);
    if (depth > limit) return true;
  }
  const indented = new RegExp(String.raw`^(?:\t| {2}){${limit + 1}}[ \t]*\S`, "m");
  return indented.test(text) || marksNestDeeper(text, limit);
}

/** Whether a line begins with more than `limit` marks of lists and quotes. O(length). */
export function marksNestDeeper(text: string, limit: number): boolean {
  const mark = String.raw`[ \t]*(?:>|[-*+?:](?=[ \t])|\d{1,9}[.)](?=[ \t]))`;
  return new RegExp(`^(?:${mark}){${limit + 1}}`, "m").test(text);
}
