import { decoderOf } from "./decoders.js";
import { detectEncoding, detectUtf16 } from "./detect-encoding.js";
import { type FileToRead, readBlocks } from "./read-blocks.js";
import { type ByteSurvey, surveyBytes } from "./survey-bytes.js";
import { UnreadableError } from "./unreadable.js";

/** How the text of a file is encoded. */
export interface TextEncoding {
  readonly name: string;
  /** Whether it was guessed from the bytes. */
  readonly assumed: boolean;
}

/** The share of control characters from which a file is binary. */
const mostControls = 0.01;

/**
 * Finds a file's encoding: UTF-8; UTF-16 with and without a byte order mark; other encodings where the bytes
 * leave no doubt. Reads the whole file, a block at a time, so that it is known to be text before any of it
 * is given out.
 *
 * @throws PsiError `unreadable-input` for a file that is binary, or in an encoding that is not certain.
 */
export async function textEncoding(
  file: FileToRead,
  signal?: AbortSignal | undefined,
): Promise<TextEncoding> {
  const survey = await surveyBytes(readBlocks(file, signal));
  const encoding = encodingOf(survey, file.source);
  if (encoding.name !== "utf-8") await decodeAll(file, encoding.name, signal);
  return encoding;
}

function encodingOf(survey: ByteSurvey, source: string): TextEncoding {
  const { controls, length, nuls, sample, invalid, japanese } = survey;
  const marked = markedEncoding(survey, source);
  if (marked !== undefined) return { name: marked, assumed: false };
  if (nuls.some((count) => count > 0))
    return { name: encodingWithNuls(survey, source), assumed: true };
  const isBinary = controls > length * mostControls;
  const isUtf8 = invalid === undefined && !isBinary;
  const utf16 = isUtf8 || length % 2 > 0 ? undefined : detectUtf16(sample);
  if (utf16 !== undefined) return { name: utf16, assumed: true };
  if (isBinary) throw binary(source, "control characters");
  if (japanese && isJapanese(sample)) return { name: "iso-2022-jp", assumed: true };
  if (invalid === undefined) return { name: "utf-8", assumed: false };
  const name = detectEncoding(sample);
  if (name !== undefined) return { name, assumed: true };
  throw encodingError(
    source,
    `is not UTF-8: byte ${invalid.at} is 0x${hex(invalid.byte)}. Its encoding is not certain. Save the file as UTF-8.`,
  );
}

/** What the byte order mark says. */
function markedEncoding({ first, length }: ByteSurvey, source: string): string | undefined {
  const mark = [...first].map(hex).join(" ");
  if (length % 4 === 0 && (mark === "ff fe 00 00" || mark === "00 00 fe ff")) throw utf32(source);
  if (mark.startsWith("ff fe")) return "utf-16le";
  if (mark.startsWith("fe ff")) return "utf-16be";
  return mark.startsWith("ef bb bf") ? "utf-8" : undefined;
}

/** The encoding of text that has NULs: the upper halves of ASCII characters in UTF-16. */
function encodingWithNuls({ length, nuls, sample }: ByteSurvey, source: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = nuls;
  const total = a + b + c + d;
  if (length % 4 === 0 && total > length / 2 && (a === 0 || d === 0)) throw utf32(source);
  const oneSided = a + c === 0 || b + d === 0;
  const name = oneSided && length % 2 === 0 ? detectUtf16(sample) : undefined;
  if (name !== undefined) return name;
  throw binary(source, "NUL characters");
}

/** ISO-2022-JP is ASCII to look at; other files with such an ESC are for terminals. */
function isJapanese(sample: Uint8Array): boolean {
  try {
    return /[\u3040-\u30ff\u4e00-\u9fff]/.test(decoderOf("iso-2022-jp")?.(sample, true) ?? "");
  } catch {
    return false;
  }
}

async function decodeAll(
  file: FileToRead,
  name: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  for await (const _ of decodeFile(file, name, signal)) {
    // Only whether all of it can be decoded matters here.
  }
}

/**
 * A file's text in a known encoding, part by part, without its byte order mark.
 *
 * @throws PsiError `unreadable-input`, with the place of the bytes that are wrong.
 */
export async function* decodeFile(
  file: FileToRead,
  name: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<string, void, undefined> {
  const decode = decoderOf(name);
  if (decode === undefined)
    throw encodingError(file.source, `is in ${name}, which Node cannot read.`);
  let offset = 0;
  const decoded = (block: Uint8Array, last: boolean): string => {
    try {
      return decode(block, last);
    } catch (cause) {
      const place = `bytes ${offset} to ${offset + block.length}`;
      const reason = `is read as ${name.toUpperCase()}, but ${place} are not. Save the file as UTF-8.`;
      throw encodingError(file.source, reason, cause);
    }
  };
  for await (const block of readBlocks(file, signal)) {
    yield decoded(block, false);
    offset += block.length;
  }
  yield decoded(new Uint8Array(), true);
}

function utf32(source: string): UnreadableError {
  return encodingError(source, "is in UTF-32, which is not read. Save the file as UTF-8.");
}

function encodingError(source: string, reason: string, cause?: unknown): UnreadableError {
  return new UnreadableError({ source, kind: "encoding", reason }, cause);
}

function binary(source: string, what: string): UnreadableError {
  const reason = `is a binary file: it has ${what}. Only text can be read.`;
  return new UnreadableError({ source, kind: "binary", reason });
}

function hex(byte: number): string {
  return byte.toString(16).padStart(2, "0");
}
