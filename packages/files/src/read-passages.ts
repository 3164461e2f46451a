import { type Passage, PsiError } from "@psi/core";
import { type ChunkOptions, chunker } from "./cut/chunker.js";
import { type FoundFile, findFiles } from "./find/find-files.js";
import { passagesOfText } from "./formats/passages-of-text.js";
import { readJsonLines } from "./formats/read-json-lines.js";
import { readText } from "./read/read-text.js";

/** What came of one file. */
export interface FileReport {
  /** The file, as in `metadata.source`. */
  readonly source: string;
  /** How many passages it gave. */
  readonly passages: number;
  /** Why a file in a folder was left out. */
  readonly skipped?: string;
}

export interface ReadOptions extends ChunkOptions {
  /** Called after each file, and for each that is left out. */
  readonly onFile?: (report: FileReport) => void;
  readonly signal?: AbortSignal;
}

/**
 * Reads files, and folders with all that is in them, as passages, in order. Text and Markdown are cut into
 * chunks, whose id is `source#start`; a line of JSONL is one passage. Every passage's metadata tells
 * `source`, and `start` and `end` in UTF-16 units of the file's text, its byte order mark apart; passages
 * of Markdown have their headings as `title`. A file of another kind that is named by itself is read as
 * text. Chunks of white space alone are passed over.
 *
 * Reads a block at a time: memory does not grow with the files. Passages of a file that turns out to be
 * broken may have come before the error does.
 *
 * @throws PsiError `invalid-option`; `unreadable-input` for what cannot be read, naming file and place.
 */
export async function* readPassages(
  paths: readonly string[],
  options: ReadOptions = {},
): AsyncGenerator<Passage, void, undefined> {
  const { onFile, signal, ...chunking } = options;
  chunker(chunking);
  if (paths.length === 0) {
    throw new PsiError("invalid-option", "paths is empty. Name at least one file or folder.");
  }
  signal?.throwIfAborted();
  for (const file of await findFiles(paths, signal)) {
    const { source, skipped } = file;
    let passages = 0;
    if (skipped === undefined) {
      for await (const passage of passagesOf(file, chunking, signal)) {
        passages++;
        yield passage;
      }
    }
    onFile?.({ source, passages, ...(skipped === undefined ? {} : { skipped }) });
  }
}

function passagesOf(
  file: FoundFile,
  chunking: ChunkOptions,
  signal: AbortSignal | undefined,
): AsyncIterable<Passage> {
  if (file.kind === "json-lines") return readJsonLines(readText(file, { signal }), file.source);
  const reading = file.kind === "unknown" ? ({ signal, binary: "refuse" } as const) : { signal };
  return passagesOfText(readText(file, reading), file, chunking);
}
