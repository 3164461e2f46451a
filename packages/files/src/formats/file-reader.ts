import type { Passage } from "@psi/core";
import type { PassageOptions } from "../cut/document-passages.js";
import type { LeftOut } from "../read/unreadable.js";

/** A file that is being read. */
export interface OpenFile extends PassageOptions {
  /** Where the file lies. */
  readonly path: string;
  /** Its text, part by part. Throws what ends the reading of the whole file. */
  text(): AsyncIterable<string>;
  /** Takes what a reader should know of how the file was read: goes on after its name. */
  note(text: string): void;
  /** Leaves a record of the file out. */
  leaveOut(record: Pick<LeftOut, "line" | "reason">): void;
}

/** Reads the files of one kind: what is not wanted in memory at once is given out as it comes. */
export type FileReader = (file: OpenFile) => AsyncIterable<Passage>;
