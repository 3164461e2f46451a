import { isUtf8 } from "node:buffer";
import { type FileHandle, open } from "node:fs/promises";
import { systemError, unreadable } from "./unreadable.js";

export interface FileToRead {
  /** Where the file lies. */
  readonly path: string;
  /** What it is called in ids and errors. */
  readonly source: string;
}

const blockLength = 65_536;

/**
 * A file's text, part by part, without its byte order mark: UTF-8, or UTF-16 with a byte order mark. Reads
 * one block at a time.
 *
 * @param options.binary "refuse" refuses NUL characters, which text files do not have.
 * @throws PsiError `unreadable-input`, with the place of the first byte that is wrong.
 */
export async function* readText(
  { path, source }: FileToRead,
  options: { readonly binary?: "refuse"; readonly signal?: AbortSignal | undefined } = {},
): AsyncGenerator<string, void, undefined> {
  let units = 0;
  const checked = (text: string): string => {
    const nul = options.binary === "refuse" ? text.indexOf("\0") : -1;
    if (nul >= 0) {
      throw unreadable(
        `${source} looks like a binary file: character ${units + nul} is NUL. Only text can be read.`,
      );
    }
    units += text.length;
    return text;
  };
  let decode: Decode | undefined;
  for await (const block of readBlocks(path, source, options.signal)) {
    decode ??= decoderFor(block, source);
    yield checked(decode(block, false));
  }
  if (decode !== undefined) yield checked(decode(new Uint8Array(), true));
}

/** A file's bytes. Each block is overwritten by the next. */
async function* readBlocks(
  path: string,
  source: string,
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

type Decode = (block: Uint8Array, last: boolean) => string;

/** How to decode a file, by the byte order mark in its first block. */
function decoderFor([first, second]: Uint8Array, source: string): Decode {
  if (first === 0xff && second === 0xfe) return utf16(source, "utf-16le");
  if (first === 0xfe && second === 0xff) return utf16(source, "utf-16be");
  return utf8(source);
}

/** Decodes UTF-8; a character cut in two by the end of a block waits for the next one. */
function utf8(source: string): Decode {
  let waiting = Buffer.alloc(0);
  let offset = 0;
  return (block, last) => {
    const bytes = Buffer.concat([waiting, block]);
    const complete = bytes.subarray(0, last ? bytes.length : completeLength(bytes));
    if (!isUtf8(complete)) {
      const at = firstInvalid(complete);
      throw unreadable(
        `${source} is not UTF-8: byte ${offset + at} is 0x${complete[at]?.toString(16).padStart(2, "0")}, which no character can have there. Save the file as UTF-8, or as UTF-16 with a byte order mark.`,
      );
    }
    const marked = offset === 0 && complete[0] === 0xef && complete[1] === 0xbb;
    offset += complete.length;
    waiting = bytes.subarray(complete.length);
    return complete.toString("utf8", marked && complete[2] === 0xbf ? 3 : 0);
  };
}

/** How many bytes there are without a character that is begun at the end. */
function completeLength(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] as number;
    if (byte >= 0xc0) return sequenceLength(byte) > back ? bytes.length - back : bytes.length;
    if (byte < 0x80) break;
  }
  return bytes.length;
}

/** How many bytes a character has, by its first; 0 for what is no first byte. */
function sequenceLength(byte: number): number {
  if (byte < 0x80) return 1;
  if (byte < 0xc2 || byte > 0xf4) return 0;
  return byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
}

function firstInvalid(bytes: Uint8Array): number {
  let at = 0;
  while (at < bytes.length) {
    const length = sequenceLength(bytes[at] as number);
    const cut = at + length > bytes.length;
    if (length === 0 || cut || !isUtf8(bytes.subarray(at, at + length))) return at;
    at += length;
  }
  return at;
}

function utf16(source: string, encoding: "utf-16le" | "utf-16be"): Decode {
  const decoder = new TextDecoder(encoding, { fatal: true });
  let offset = 0;
  return (block, last) => {
    try {
      const text = decoder.decode(block, { stream: !last });
      offset += block.length;
      return text;
    } catch (cause) {
      throw unreadable(
        `${source} begins as ${encoding.toUpperCase()}, but bytes ${offset} to ${offset + block.length} are not: half a character, or an odd number of bytes. Save the file as UTF-8.`,
        cause,
      );
    }
  };
}
