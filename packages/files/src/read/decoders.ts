import { isUtf8 } from "node:buffer";

/**
 * Decodes a file's bytes, a block at a time. Throws for bytes that the encoding does not have.
 *
 * @param last whether no more bytes come.
 */
export type Decode = (block: Uint8Array, last: boolean) => string;

/** A new decoder; undefined for an encoding that this Node does not have. */
export function decoderOf(encoding: string): Decode | undefined {
  if (encoding === "utf-8") return utf8();
  if (encoding === "windows-1252") return windows1252;
  try {
    const decoder = new TextDecoder(encoding, { fatal: true });
    return (block, last) => decoder.decode(block, { stream: !last });
  } catch {
    return undefined;
  }
}

/** What Windows-1252 has in place of the control characters 0x80 to 0x9f of ISO 8859-1. */
const windowsCharacters = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

/** Node 20's own decoder of this name leaves control characters. */
function windows1252(block: Uint8Array): string {
  return Buffer.from(block)
    .toString("latin1")
    .replace(/[\x80-\x9f]/g, (character) =>
      windowsCharacters.charAt(character.charCodeAt(0) - 0x80),
    );
}

/** Decodes UTF-8; a character cut in two by the end of a block waits for the next one. */
function utf8(): Decode {
  let waiting = Buffer.alloc(0);
  let first = true;
  return (block, last) => {
    const bytes = Buffer.concat([waiting, block]);
    const complete = bytes.subarray(0, last ? bytes.length : completeLength(bytes));
    if (!isUtf8(complete)) throw new TypeError("The bytes are not UTF-8.");
    const isMarked = first && complete[0] === 0xef && complete[1] === 0xbb && complete[2] === 0xbf;
    first &&= complete.length === 0;
    waiting = bytes.subarray(complete.length);
    return complete.toString("utf8", isMarked ? 3 : 0);
  };
}

/** How many bytes there are without a character that is begun at the end. */
export function completeLength(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] as number;
    if (byte >= 0xc0) return sequenceLength(byte) > back ? bytes.length - back : bytes.length;
    if (byte < 0x80) break;
  }
  return bytes.length;
}

/** How many bytes a character has, by its first; 0 for what is no first byte. */
export function sequenceLength(byte: number): number {
  if (byte < 0x80) return 1;
  if (byte < 0xc2 || byte > 0xf4) return 0;
  return byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
}

export function firstInvalid(bytes: Uint8Array): number {
  let at = 0;
  while (at < bytes.length) {
    const length = sequenceLength(bytes[at] as number);
    const cut = at + length > bytes.length;
    if (length === 0 || cut || !isUtf8(bytes.subarray(at, at + length))) return at;
    at += length;
  }
  return at;
}
