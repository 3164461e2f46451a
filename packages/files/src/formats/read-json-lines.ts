import type { Passage } from "@psi/core";
import { type Line, lineSplitter } from "../read/line-splitter.js";
import type { OpenFile } from "./file-reader.js";
import { longestRecord, readRecord } from "./read-record.js";

/**
 * The passages of a JSONL file, one a line, each whole; the id of a line without one is the file and the
 * line. Empty lines are passed over. Lines that are not records are left out; so is a line longer than 64
 * million UTF-16 units: memory is bounded by it.
 */
export async function* readJsonLines(file: OpenFile): AsyncGenerator<Passage, void, undefined> {
  const { source } = file;
  const splitter = lineSplitter(longestRecord);
  let line = 0;
  let start = 0;
  let inLongLine = false;
  const take = function* (lines: readonly Line[]): Generator<Passage, void, undefined> {
    for (const { text, whole } of lines) {
      if (!inLongLine) line++;
      const end = start + text.length;
      if (!whole && !inLongLine) {
        file.leaveOut({ line, reason: `is longer than ${longestRecord} characters.` });
      } else if (whole && text.trim() !== "") {
        const place = { source, start, end, line };
        const passage = readRecord(text.trimEnd(), place, `${source}:${line}`, file);
        if (passage !== undefined) yield passage;
      }
      inLongLine = !whole && !/[\r\n]$/.test(text);
      start = end;
    }
  };
  for await (const part of file.text()) yield* take(splitter.push(part));
  yield* take(splitter.end());
}
