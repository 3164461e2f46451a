import type { Passage } from "@psi/core";
import type { OpenFile } from "./file-reader.js";
import { BadRecord, type RecordPlace, recordPassage } from "./record-passage.js";

/** The longest record, in UTF-16 units: memory is bounded by it. */
export const longestRecord: number = 64 * 1024 * 1024;

/** A record's passage; what is none is left out of the file, what has no text is counted. */
export function readRecord(
  json: string,
  place: RecordPlace,
  id: string,
  file: Pick<OpenFile, "leaveOut" | "onBlank">,
): Passage | undefined {
  try {
    const passage = recordPassage(json, place, id);
    if (passage === undefined) file.onBlank();
    return passage;
  } catch (error) {
    if (!(error instanceof BadRecord)) throw error;
    file.leaveOut({ line: place.line, reason: error.message });
    return undefined;
  }
}
