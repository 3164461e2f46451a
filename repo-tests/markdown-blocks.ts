import { readFileSync } from "node:fs";

/** A fenced block of code in a Markdown file. */
export interface CodeBlock {
  /** What stands behind the opening fence: "ts", "sh". */
  readonly language: string;
  /** The file's line on which the code begins, from 1. */
  readonly line: number;
  readonly code: string;
}

/** The fenced blocks of a Markdown file, in order. */
export function codeBlocks(file: string): readonly CodeBlock[] {
  const blocks: CodeBlock[] = [];
  let open:
    | { readonly fence: string; readonly language: string; readonly from: number }
    | undefined;
  const lines = readFileSync(file, "utf8").split("\n");
  lines.forEach((text, at) => {
    const fence = /^ {0,3}(`{3,}|~{3,})\s*(\S*)/.exec(text);
    if (open === undefined) {
      if (fence !== null) {
        open = { fence: fence[1] as string, language: fence[2] as string, from: at + 1 };
      }
    } else if (text.trim() === open.fence) {
      const code = lines.slice(open.from, at).join("\n");
      blocks.push({ language: open.language, line: open.from + 1, code });
      open = undefined;
    }
  });
  if (open !== undefined) throw new Error(`${file} has a fence that is not closed.`);
  return blocks;
}

/** The first block in a language. */
export function firstBlock(file: string, language: string): CodeBlock {
  const block = codeBlocks(file).find((each) => each.language === language);
  if (block === undefined) throw new Error(`${file} has no block of ${language}.`);
  return block;
}

/** The headings of a Markdown file, with their marks, those inside fenced blocks left out. */
export function headings(file: string): readonly string[] {
  let fenced = false;
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((text) => {
      if (/^ {0,3}(`{3,}|~{3,})/.test(text)) fenced = !fenced;
      return !fenced && /^#{1,6} /.test(text);
    });
}
