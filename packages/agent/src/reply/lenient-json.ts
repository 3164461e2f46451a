/** A value that was read, how far, and whether the text ended before the value did. */
export interface LenientJson {
  readonly value: unknown;
  readonly end: number;
  readonly cut: boolean;
}

/** What to say of a value that the text ended before. */
export const CUT_OFF = "The reply was cut off; what there is of it was taken.";

const MOST_DEPTH = 32;
const quotes: Readonly<Record<string, string>> = {
  '"': '"”',
  "'": "'’",
  "“": '”“"',
  "‘": "’'",
  "`": "`",
};
const escapes: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };
const literals: Readonly<Record<string, unknown>> = {
  true: true,
  false: false,
  null: null,
  True: true,
  False: false,
  None: null,
};

/**
 * Reads an object or an array as models write them: any quotes, quotes and line breaks inside strings, names
 * without quotes, Python's literals, commas too many, brackets too few, cut off anywhere. Looks at each
 * character at most twice.
 *
 * @param start place of its `{` or `[`.
 * @returns undefined for what is neither, even so.
 */
export function lenientJson(text: string, start: number): LenientJson | undefined {
  const reader = new Reader(text, start);
  if (text[start] !== "{" && text[start] !== "[") return undefined;
  const value = reader.value(0);
  return reader.failed ? undefined : { value, end: reader.at, cut: reader.cut };
}

class Reader {
  failed = false;
  cut = false;
  at: number;
  readonly #text: string;

  constructor(text: string, start: number) {
    this.#text = text;
    this.at = start;
  }

  value(depth: number): unknown {
    const first = this.#text[this.at];
    if (depth > MOST_DEPTH) return this.#fail();
    if (first === "{") return this.#object(depth);
    if (first === "[") return this.#array(depth);
    if (first !== undefined && quotes[first] !== undefined) return this.#string(first);
    return this.#bare();
  }

  #object(depth: number): unknown {
    const entries: [string, unknown][] = [];
    this.at++;
    while (!this.failed && !this.#closes("}")) {
      const first = this.#text[this.at] as string;
      const name = quotes[first] === undefined ? this.#name() : this.#string(first);
      this.#space();
      if (this.#text[this.at] !== ":" && this.#text[this.at] !== "：") {
        // Cut off behind, or inside, a name: nothing is lost with it.
        if (this.at >= this.#text.length) this.cut = true;
        else this.#fail();
        break;
      }
      this.at++;
      this.#space();
      if (this.at < this.#text.length) entries.push([name, this.value(depth + 1)]);
    }
    // Entries are defined, not assigned: a name may be __proto__.
    return Object.fromEntries(entries);
  }

  #array(depth: number): unknown {
    const values: unknown[] = [];
    this.at++;
    while (!this.failed && !this.#closes("]")) values.push(this.value(depth + 1));
    return values;
  }

  /** Passes space and commas; true, and past it, at the closing bracket; true at the end of the text. */
  #closes(bracket: string): boolean {
    this.#space(true);
    if (this.at >= this.#text.length) {
      this.cut = true;
      return true;
    }
    if (this.#text[this.at] !== bracket) return false;
    this.at++;
    return true;
  }

  #string(opening: string): string {
    const closing = quotes[opening] as string;
    const parts: string[] = [];
    let from = ++this.at;
    for (; this.at < this.#text.length; this.at++) {
      const unit = this.#text[this.at] as string;
      if (unit === "\\") {
        parts.push(this.#text.slice(from, this.at), this.#escaped());
        from = this.at + 1;
      } else if (closing.includes(unit) && this.#endsAfter(this.at + 1)) {
        parts.push(this.#text.slice(from, this.at++));
        return parts.join("");
      }
    }
    this.cut = true;
    parts.push(this.#text.slice(from));
    return parts.join("");
  }

  /** Whether a quote in front of this place closes its string; if not, it is one inside the string. */
  #endsAfter(place: number): boolean {
    let next = place;
    while (next < this.#text.length && isSpace(this.#text[next] as string)) next++;
    return next >= this.#text.length || ",}]:，：".includes(this.#text[next] as string);
  }

  #escaped(): string {
    const unit = this.#text[++this.at] ?? "";
    if (unit === "u") {
      const code = this.#text.slice(this.at + 1, this.at + 5);
      if (/^[\da-f]{4}$/i.test(code)) {
        this.at += 4;
        return String.fromCharCode(Number.parseInt(code, 16));
      }
    }
    return escapes[unit] ?? unit;
  }

  #name(): string {
    const from = this.at;
    while (this.at < this.#text.length && /[\w$-]|\p{L}/u.test(this.#text[this.at] as string)) {
      this.at++;
    }
    if (this.at === from) this.#fail();
    return this.#text.slice(from, this.at);
  }

  #bare(): unknown {
    const from = this.at;
    while (this.at < this.#text.length && !",}]{[\n\r".includes(this.#text[this.at] as string)) {
      this.at++;
    }
    const word = this.#text.slice(from, this.at).trim();
    if (word === "") return this.#fail();
    if (Object.hasOwn(literals, word)) return literals[word];
    return /^-?\d+(?:\.\d+)?$/.test(word) ? Number(word) : word;
  }

  #space(commas = false): void {
    while (this.at < this.#text.length) {
      const unit = this.#text[this.at] as string;
      if (!isSpace(unit) && !(commas && (unit === "," || unit === "，"))) return;
      this.at++;
    }
  }

  #fail(): undefined {
    this.failed = true;
    return undefined;
  }
}

function isSpace(unit: string): boolean {
  return unit === " " || unit === "\n" || unit === "\r" || unit === "\t" || unit.trim() === "";
}
