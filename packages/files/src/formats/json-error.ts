/** What may be at a place in a JSON text: a value, a key, a colon, or what comes after a value. */
type Expected = "value" | "value or ]" | "key" | "key or }" | "colon" | "comma or end";

interface Scan {
  readonly text: string;
  readonly open: ("{" | "[")[];
  expected: Expected;
}

const literals = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y;
const escapes = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const closing = { "{": "}", "[": "]" } as const;

/**
 * Where a text stops being JSON: the position of the first character that cannot be there, or the
 * length, when the text ends too early. `JSON.parse` finds errors, but does not always say where.
 * O(length).
 */
export function jsonErrorPosition(text: string): number {
  const scan: Scan = { text, open: [], expected: "value" };
  for (let at = 0; ; ) {
    while (at < text.length && " \t\r\n".includes(text.charAt(at))) at++;
    if (at === text.length) return at;
    const { next, broken } = step(scan, at);
    if (broken) return next;
    at = next;
  }
}

/** Where a token ends, or where it is broken. */
interface Token {
  readonly next: number;
  readonly broken: boolean;
}

function step(scan: Scan, at: number): Token {
  const character = scan.text.charAt(at);
  const one = { next: at + 1, broken: false };
  const broken = { next: at, broken: true };
  const inside = scan.open.at(-1);
  if (scan.expected === "colon") {
    scan.expected = "value";
    return character === ":" ? one : broken;
  }
  if (scan.expected === "comma or end" && character === "," && inside !== undefined) {
    scan.expected = inside === "{" ? "key" : "value";
    return one;
  }
  const mayClose = scan.expected === "comma or end" || scan.expected.includes(" or ");
  if (mayClose && inside !== undefined && character === closing[inside]) {
    scan.open.pop();
    scan.expected = "comma or end";
    return one;
  }
  if (scan.expected === "comma or end") return broken;
  if (scan.expected.startsWith("key")) {
    scan.expected = "colon";
    return character === '"' ? stringAt(scan.text, at) : broken;
  }
  if (character === "{" || character === "[") {
    scan.open.push(character);
    scan.expected = character === "{" ? "key or }" : "value or ]";
    return one;
  }
  scan.expected = "comma or end";
  if (character === '"') return stringAt(scan.text, at);
  literals.lastIndex = at;
  const literal = literals.exec(scan.text);
  return literal === null ? broken : { next: at + literal[0].length, broken: false };
}

function stringAt(text: string, start: number): Token {
  let at = start + 1;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return { next: at + 1, broken: false };
    if (code < 0x20) return { next: at, broken: true };
    if (code === 0x5c) {
      escapes.lastIndex = at;
      const found = escapes.exec(text);
      if (found === null) return { next: at, broken: true };
      at += found[0].length;
    } else {
      at++;
    }
  }
  return { next: at, broken: true };
}
