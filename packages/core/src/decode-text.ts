/** A text that was encoded as JSON more often than this is nobody's reply. */
const MOST_TIMES = 5;
const quotes: readonly (readonly [string, string])[] = [
  ['"', '"'],
  ["'", "'"],
  ["`", "`"],
  ["“", "”"],
];
/** What begins an object or a list. */
const startsValue = /^\s*[[{]\s*(?:\\|["'“[{])/;
/** A bracket with a backslash after it begins one that is encoded: `{\"`, `[{\"`, `{\n`. */
const startsEncoded = /^\s*[[{]\s*(?:[[{]\s*)?\\/;

/**
 * A text as it was before it was encoded as a JSON string, once or several times; any other text as it is. Also
 * inside a code fence, without the quotes around it, and cut off. O(length).
 */
export function decodeText(text: string): string {
  let plain = text;
  for (let times = 0; times < MOST_TIMES; times++) {
    const inner = decodeOnce(removeFence(plain).trim());
    if (inner === undefined) break;
    plain = inner;
  }
  return plain;
}

function decodeOnce(text: string): string | undefined {
  if (startsEncoded.test(text.slice(0, 50))) return removeEscapes(text);
  const [opening = "", closing = ""] = quotes.find(([each]) => text.startsWith(each)) ?? [];
  if (opening === "") return undefined;
  const isClosed = text.length > 1 && text.endsWith(closing);
  const inside = text.slice(1, isClosed ? -1 : undefined);
  const start = inside.slice(0, 50);
  if (startsValue.test(start)) return startsEncoded.test(start) ? removeEscapes(inside) : inside;
  // Quotes that are not escaped are quotations inside the text: then it is no string as a whole.
  return opening === '"' && isClosed && !/(?<!\\)"/.test(inside)
    ? removeEscapes(inside)
    : undefined;
}

const escapes: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };

/** One level of a JSON string's escapes taken off. */
function removeEscapes(text: string): string {
  return text.replace(/\\(?:u([\da-f]{4})|([\s\S]))/gi, (_, code?: string, unit?: string) =>
    code === undefined
      ? (escapes[unit as string] ?? (unit as string))
      : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** What is inside a code fence around the whole text. */
function removeFence(text: string): string {
  const trimmed = text.trim();
  const opening = /^(?:```|~~~)[\w-]{0,20}[^\S\n]*\n?/.exec(trimmed);
  if (opening === null) return text;
  const inside = trimmed.slice(opening[0].length).replace(/(?:```|~~~)$/, "");
  return inside.includes("```") ? text : inside;
}
