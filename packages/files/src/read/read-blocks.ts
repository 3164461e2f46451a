import { type FileHandle, open } from "node:fs/promises";
import { systemError } from "./unreadable.js";

export interface FileToRead {
  /** Where the file lies. */
  readonly path: string;
  /** What it is called in ids and errors. */
  readonly source: string;
}

const blockLength = 65_536;

/**
 * A file's bytes, one block at a time. Each block is overwritten by the next.
 *
 * @throws PsiError `unreadable-input`; the signal's reason
 */
export async function* readBlocks(
  { path, source }: FileToRead,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  signal?.throwIfAborted();
  let file: FileHandle;
  try {
    file = await open(path);
  } catch (cause) {
    throw systemError(source, cause);
  }
  try {
    const buffer = new Uint8Array(blockLength);
    for (;;) {
      signal?.throwIfAborted();
      const bytesRead = await readInto(file, buffer, source);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

async function readInto(file: FileHandle, buffer: Uint8Array, source: string): Promise<number> {
  try {
    return (await file.read(buffer, 0, buffer.length, null)).bytesRead;
  } catch (cause) {
    throw systemError(source, cause);
  }
}
