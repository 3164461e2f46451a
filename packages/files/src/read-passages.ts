import { type Passage, PsiError } from "@psi/core";
import { type ChunkOptions, chunkOptions } from "./cut/chunker.js";
import { type FindOptions, findFiles } from "./find/find-files.js";
import { type FileReport, readFile } from "./read-file.js";

export interface ReadOptions extends ChunkOptions, FindOptions {
  /** Called after each file, and for each that is left out. */
  readonly onFile?: (report: FileReport) => void;
  readonly signal?: AbortSignal;
}

/**
 * Reads files, and folders with all that is in them, as passages, in order.
 *
 * A document (Markdown, MDX, HTML, reStructuredText, AsciiDoc, text) is cut into chunks of about `tokens`.
 * Their id is `source#start`. `pageContent` is the source as it is written; `metadata.markup` says what of
 * it is not to be indexed. The rows of a table (CSV) are chunks as well. A record of JSONL or of a JSON
 * array is one passage, whole.
 *
 * Every passage's metadata have `source`, the file's path from the folder that was given; `start` and `end`
 * in UTF-16 units of the file's text, its byte order mark apart; `line`, from 1; and `title`: the headings
 * above it, with the file's name where that says more. Front matter is metadata too.
 *
 * A file in a folder that cannot be read is left out, and `onFile` is given the reason; one that was named
 * by itself throws. Each file is looked at wholly before its first passage is given out, so that none is
 * half read for its encoding. Reads a block at a time: memory does not grow with the files.
 *
 * @throws PsiError `invalid-option`; `unreadable-input` for a path that cannot be read.
 * @example
 * for await (const passage of readPassages(["./notes"], { exclude: ["drafts"] })) passages.push(passage);
 */
export async function* readPassages(
  paths: readonly string[],
  options: ReadOptions = {},
): AsyncGenerator<Passage, void, undefined> {
  const { onFile, signal, tokens, count, ...finding } = options;
  const chunking = chunkOptions({
    ...(tokens !== undefined && { tokens }),
    ...(count && { count }),
  });
  if (paths.length === 0) {
    throw new PsiError("invalid-option", "paths is empty. Name at least one file or folder.");
  }
  signal?.throwIfAborted();
  for (const file of await findFiles(paths, finding, signal)) {
    const report = yield* readFile(file, chunking, signal);
    onFile?.(report);
  }
}
