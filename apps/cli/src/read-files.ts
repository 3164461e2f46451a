import { realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type Passage, PsiError } from "@psi/core";
import { type FileReport, type LeftOut, type ReadOptions, readPassages } from "@psi/files";
import { counted } from "./render/numbers.js";

/** A file, or a record of one, that was left out, and why. */
export interface SkippedFile {
  readonly file: string;
  /** The line of the record, from 1. */
  readonly line?: number;
  readonly kind: LeftOut["kind"];
  readonly reason: string;
}

/** What some files gave. */
export interface FilesRead {
  readonly passages: readonly Passage[];
  /** How many files gave passages. */
  readonly files: number;
  readonly skipped: readonly SkippedFile[];
  /** How many passages without text were left out. */
  readonly blank: number;
  /** What is worth knowing of how files were read. */
  readonly fileNotes: readonly string[];
}

export interface ReadFilesOptions
  extends Pick<ReadOptions, "exclude" | "gitignore" | "include" | "tokens"> {
  readonly signal: AbortSignal;
  /** The index that is made: not one of the files, where it lies among them. */
  readonly out: string;
}

/**
 * Reads all passages of some files and folders.
 * @throws PsiError `empty-corpus` when there are none; `unreadable-input`; the signal's reason
 */
export async function readFiles(
  paths: readonly string[],
  { out, ...options }: ReadFilesOptions,
): Promise<FilesRead> {
  const passages: Passage[] = [];
  const reports: FileReport[] = [];
  const index = realPath(out);
  const reading = readPassages(paths, {
    ...options,
    onFile: (report) => {
      if (report.path !== index && report.path !== `${index}-lock`) reports.push(report);
    },
  });
  for await (const passage of reading) passages.push(passage);
  const skipped = reports.flatMap(skippedOf);
  const files = reports.filter((report) => report.passages > 0).length;
  if (passages.length === 0) {
    const [first] = skipped;
    const why = first === undefined ? "" : ` ${first.file} ${first.reason}`;
    throw new PsiError(
      "empty-corpus",
      `${counted(reports.length, "file")} had no text to index. The index was left as it is; name files that have some.${why}`,
    );
  }
  return {
    passages,
    files,
    skipped,
    blank: reports.reduce((sum, { blank }) => sum + blank, 0),
    fileNotes: reports.flatMap(({ source, notes }) => notes.map((note) => `${source} ${note}`)),
  };
}

function skippedOf({ source, leftOut, moreLeftOut }: FileReport): readonly SkippedFile[] {
  const skipped = leftOut.map(({ source: file, ...why }): SkippedFile => ({ file, ...why }));
  if (moreLeftOut === 0) return skipped;
  const reason = `has ${counted(moreLeftOut, "more record")} that ${moreLeftOut === 1 ? "was" : "were"} left out.`;
  return [...skipped, { file: source, kind: "malformed", reason }];
}

/** The real path of a file that may not be there yet. */
function realPath(path: string): string {
  try {
    return join(realpathSync(dirname(path)), basename(path));
  } catch {
    return path;
  }
}
