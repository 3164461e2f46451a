import type { Line } from "../read/line-splitter.js";

/** What the first lines of a Markdown text turned out to be. */
export interface FrontMatterResult {
  /** The front matter with its fences; empty when there is none. */
  readonly text: string;
  readonly title: string | undefined;
  /** Lines that were looked at and are none of it. */
  readonly lines: readonly Line[];
}

/** Reads front matter, line by line: takes lines until it knows whether there is any. */
export interface FrontMatterReader {
  /** Whether all that may be front matter was taken. */
  done(): boolean;
  /** The result, as soon as it is known. */
  take(line: Line): FrontMatterResult | undefined;
  /** The result when the text is at its end; undefined when it was given before. */
  end(): FrontMatterResult | undefined;
}

/** How many lines are taken before an opening fence counts as a rule across the page. */
const mostLines = 500;

export function frontMatter(): FrontMatterReader {
  let lines: Line[] = [];
  let done = false;
  const finish = (isFrontMatter: boolean): FrontMatterResult => {
    done = true;
    const taken = lines;
    lines = [];
    if (!isFrontMatter) return { text: "", title: undefined, lines: taken };
    const text = taken.map((line) => line.text).join("");
    return { text, title: titleIn(text), lines: [] };
  };
  return {
    done: () => done,
    take(line) {
      lines.push(line);
      if (lines.length === 1) return /^---\s*$/.test(line.text) ? undefined : finish(false);
      if (/^(?:---|\.\.\.)\s*$/.test(line.text)) return finish(true);
      return lines.length > mostLines || !line.whole ? finish(false) : undefined;
    },
    end: () => (done ? undefined : finish(false)),
  };
}

/** The value of `title:`, without quotes and comments. Block scalars are passed over. */
function titleIn(text: string): string | undefined {
  const value = /^title[ \t]*:[ \t]+(.*)$/m.exec(text)?.[1]?.trim() ?? "";
  const double = /^"((?:[^"\\]|\\.)*)"/.exec(value)?.[1];
  if (double !== undefined) return named(double.replace(/\\(["\\])/g, "$1"));
  const single = /^'((?:[^']|'')*)'/.exec(value)?.[1];
  if (single !== undefined) return named(single.replaceAll("''", "'"));
  return /^[|>]/.test(value) ? undefined : named(value.replace(/(?:^|\s)#.*$/, ""));
}

function named(title: string): string | undefined {
  return title.trim() === "" ? undefined : title.trim();
}
