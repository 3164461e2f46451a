import { estimateTokens } from "@psi/core";
import type { OpenFile } from "../formats/file-reader.js";
import type { LeftOut } from "../read/unreadable.js";
import { streamOf } from "./any-text.js";

/** A file whose text is given, and what its reader said of it. */
export interface OpenText extends OpenFile {
  readonly notes: readonly string[];
  readonly leftOut: readonly Pick<LeftOut, "line" | "reason">[];
  /** How many passages without text it had. */
  blank(): number;
}

/** For tests: a file that consists of some parts of text. */
export function openText(parts: readonly string[], source = "notes.md", tokens = 100): OpenText {
  const notes: string[] = [];
  const leftOut: Pick<LeftOut, "line" | "reason">[] = [];
  let blank = 0;
  return {
    source,
    path: `/${source}`,
    tokens,
    count: estimateTokens,
    text: () => streamOf(parts),
    note: (text) => notes.push(text),
    leaveOut: (record) => leftOut.push(record),
    onBlank: () => {
      blank++;
    },
    notes,
    leftOut,
    blank: () => blank,
  };
}
