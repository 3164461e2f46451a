import { PsiError } from "@psi/core";

/** Bytes that grow as values are written. */
export interface ByteWriter {
  /** A whole number up to 2^53 - 1, seven bits a byte, the lowest first; the top bit says that more follow. */
  whole(value: number): void;
  /** Eight bytes, little-endian. */
  float64(value: number): void;
  /** The number of bytes of UTF-8, then they. */
  text(value: string): void;
  /** A copy of what was written. */
  toBytes(): Uint8Array;
}

export function byteWriter(): ByteWriter {
  let bytes = new Uint8Array(1 << 16);
  let length = 0;
  const reserve = (more: number): void => {
    if (length + more <= bytes.length) return;
    const grown = new Uint8Array(Math.max(2 * bytes.length, length + more));
    grown.set(bytes);
    bytes = grown;
  };
  const whole = (value: number): void => {
    reserve(8);
    let rest = value;
    while (rest > 127) {
      bytes[length++] = (rest % 128) + 128;
      rest = Math.floor(rest / 128);
    }
    bytes[length++] = rest;
  };
  return {
    whole,
    float64(value) {
      reserve(8);
      new DataView(bytes.buffer).setFloat64(length, value, true);
      length += 8;
    },
    text(value) {
      const encoded = new TextEncoder().encode(value);
      whole(encoded.length);
      reserve(encoded.length);
      bytes.set(encoded, length);
      length += encoded.length;
    },
    toBytes: () => bytes.slice(0, length),
  };
}

/** Reads what a ByteWriter wrote, never beyond the end. Each call throws `corrupt-index` where it cannot. */
export interface ByteReader {
  whole(): number;
  /**
   * A number of things that each take at least one of the bytes still to come: so a damaged number cannot
   * ask for more memory than the input has.
   */
  count(): number;
  float64(): number;
  text(): string;
  /** Throws unless everything was read. */
  end(): void;
}

export function byteReader(bytes: Uint8Array, start: number): ByteReader {
  let at = start;
  const whole = (): number => {
    let value = 0;
    for (let scale = 1; scale < 2 ** 53; scale *= 128) {
      const byte = bytes[at++];
      if (byte === undefined) throw corruptIndex("it ends too early");
      value += (byte & 127) * scale;
      if (byte < 128) return value <= Number.MAX_SAFE_INTEGER ? value : tooLarge();
    }
    return tooLarge();
  };
  const take = (length: number): number => {
    const from = at;
    if (length > bytes.length - at) throw corruptIndex("it ends too early");
    at += length;
    return from;
  };
  const count = (): number => {
    const value = whole();
    if (value > bytes.length - at) throw corruptIndex("it ends too early");
    return value;
  };
  return {
    whole,
    count,
    float64: () => new DataView(bytes.buffer, bytes.byteOffset).getFloat64(take(8), true),
    text() {
      const from = take(whole());
      try {
        // A byte order mark at the start is text like any other.
        return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
          bytes.subarray(from, at),
        );
      } catch (cause) {
        throw corruptIndex("its text is not UTF-8", cause);
      }
    },
    end() {
      if (at !== bytes.length) throw corruptIndex(`${bytes.length - at} bytes follow its end`);
    },
  };
}

function tooLarge(): never {
  throw corruptIndex("a number in it is too large");
}

/** The error for bytes that are no sound index. */
export function corruptIndex(why: string, cause?: unknown): PsiError {
  return new PsiError(
    "corrupt-index",
    `These bytes are no sound BM25 index: ${why}. Restore them from a copy, or build the index again from the texts.`,
    cause === undefined ? undefined : { cause },
  );
}
