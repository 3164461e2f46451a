import { type Passage, PsiError } from "@psi/core";
import { readPassages } from "@psi/files";
import { counted } from "./render/numbers.js";

/** A file that was left out, and why. */
export interface SkippedFile {
  readonly file: string;
  readonly reason: string;
}

/** What some files gave. */
export interface FilesRead {
  readonly passages: readonly Passage[];
  /** How many files were read. */
  readonly files: number;
  readonly skipped: readonly SkippedFile[];
}

/**
 * Reads all passages of some files and folders.
 * @throws PsiError `empty-corpus` when there are none; `unreadable-input`; the signal's reason
 */
export async function readFiles(
  paths: readonly string[],
  options: { readonly tokens?: number; readonly signal: AbortSignal },
): Promise<FilesRead> {
  const passages: Passage[] = [];
  const skipped: SkippedFile[] = [];
  let files = 0;
  const reading = readPassages(paths, {
    ...options,
    onFile: ({ source, skipped: reason }) => {
      if (reason === undefined) files++;
      else skipped.push({ file: source, reason });
    },
  });
  for await (const passage of reading) passages.push(passage);
  if (passages.length > 0) return { passages, files, skipped };
  throw new PsiError(
    "empty-corpus",
    `${counted(files, "file")} had no text to index. The index was left as it is; name files that have some.`,
  );
}
