import type { Passage } from "@psi/core";
import { UnreadableError } from "../read/unreadable.js";
import type { OpenFile } from "./file-reader.js";
import { arraySplitter, type FoundItem } from "./json-array.js";
import { longestRecord, readRecord } from "./read-record.js";

/**
 * The passages of a JSON file that is an array of records, one a record, as for JSONL; the id of a record
 * without one is `source#start`. Records that are not objects with a text are left out. Reads one record at
 * a time.
 *
 * @throws PsiError `unreadable-input` for a file that is not an array.
 */
export async function* readJson(file: OpenFile): AsyncGenerator<Passage, void, undefined> {
  const { source } = file;
  const splitter = arraySplitter(longestRecord);
  let found = 0;
  const take = function* (items: readonly FoundItem[]): Generator<Passage, void, undefined> {
    for (const { text, start, line } of items) {
      found++;
      const place = { source, start, end: start + text.length, line };
      const passage = readRecord(text, place, `${source}#${start}`, file);
      if (passage !== undefined) yield passage;
    }
  };
  for await (const part of file.text()) yield* take(splitter.push(part));
  const problem = splitter.problem();
  if (problem === undefined) return;
  if (found > 0) file.leaveOut(problem);
  else throw new UnreadableError({ source, kind: problem.kind, reason: problem.reason });
}
