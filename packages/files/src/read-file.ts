import type { Passage } from "@psi/core";
import { readAsciidoc } from "./asciidoc/read-asciidoc.js";
import type { ChunkOptions } from "./cut/chunker.js";
import { documentPassages } from "./cut/document-passages.js";
import type { FileKind } from "./find/file-kinds.js";
import type { FoundFile } from "./find/find-files.js";
import type { FileReader, OpenFile } from "./formats/file-reader.js";
import { readCsv } from "./formats/read-csv.js";
import { readHtml } from "./formats/read-html.js";
import { readJson } from "./formats/read-json.js";
import { readJsonLines } from "./formats/read-json-lines.js";
import { readPlainText } from "./formats/read-plain-text.js";
import { readMarkdown } from "./markdown/read-markdown.js";
import { decodeFile, textEncoding } from "./read/text-encoding.js";
import { type LeftOut, UnreadableError } from "./read/unreadable.js";
import { readRst } from "./rst/read-rst.js";

/** What came of one file. */
export interface FileReport {
  /** The file, as in `metadata.source`. */
  readonly source: string;
  /** Where the file lies: a real, absolute path. */
  readonly path: string;
  /** How many passages it gave. */
  readonly passages: number;
  /** How many passages were left out since they have no text apart from markup. */
  readonly blank: number;
  /** The file, if it was left out, or the records of it that were: the first 1,000. */
  readonly leftOut: readonly LeftOut[];
  /** How many records were left out beyond those. */
  readonly moreLeftOut: number;
  /** What is worth knowing of how it was read, such as an encoding that was assumed. */
  readonly notes: readonly string[];
}

const readers: Readonly<Record<FileKind, FileReader>> = {
  text: readPlainText,
  unknown: readPlainText,
  markdown: (file) => documentPassages(readMarkdown(file, { mdx: false }), file),
  mdx: (file) => documentPassages(readMarkdown(file, { mdx: true }), file),
  html: (file) => documentPassages(readHtml(file), file),
  "restructured-text": (file) => documentPassages(readRst(file), file),
  asciidoc: (file) => documentPassages(readAsciidoc(file), file),
  csv: (file) => documentPassages(readCsv(file), file),
  json: readJson,
  "json-lines": readJsonLines,
};

/** How many records that were left out are kept for the report. */
const mostLeftOut = 1_000;

/**
 * Reads one file, and returns what came of it. What cannot be read is left out where the file was found in a
 * folder.
 *
 * @throws PsiError `unreadable-input` for a file that was named by itself; the signal's reason.
 */
export async function* readFile(
  file: FoundFile,
  chunking: Required<ChunkOptions>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Passage, FileReport, undefined> {
  const { source, named, kind } = file;
  const report = { source, path: file.path, passages: 0, blank: 0, moreLeftOut: 0 };
  const leftOut: LeftOut[] = [];
  const notes: string[] = [];
  const leave = (left: LeftOut, cause?: unknown): void => {
    if (named) throw cause ?? new UnreadableError(left);
    if (leftOut.length < mostLeftOut) leftOut.push(left);
    else report.moreLeftOut++;
  };
  try {
    if (file.leftOut !== undefined) throw new UnreadableError(file.leftOut);
    const encoding = await textEncoding(file, signal);
    if (encoding.assumed) notes.push(`was read as ${encoding.name}, which was guessed.`);
    const open: OpenFile = {
      ...chunking,
      source,
      path: file.path,
      text: () => decodeFile(file, encoding.name, signal),
      note: (text) => notes.push(text),
      leaveOut: ({ line, reason }) =>
        leave({ source, ...(line !== undefined && { line }), kind: "malformed", reason }),
      onBlank: () => {
        report.blank++;
      },
    };
    for await (const passage of readers[kind](open)) {
      report.passages++;
      yield passage;
    }
    if (report.passages === 0 && leftOut.length === 0) {
      leftOut.push({ source, kind: "blank", reason: "has no text." });
    }
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    leave(error.leftOut, error);
  }
  return { ...report, leftOut, notes };
}
