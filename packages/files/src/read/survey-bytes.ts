import { isUtf8 } from "node:buffer";
import { completeLength, firstInvalid } from "./decoders.js";

/** What the bytes of a file look like. */
export interface ByteSurvey {
  readonly length: number;
  readonly first: Uint8Array;
  /** Bytes to guess an encoding from: the first, and the first block that is not ASCII alone. */
  readonly sample: Uint8Array;
  /** NULs by their place modulo 4. */
  readonly nuls: readonly number[];
  /** Control characters other than white space, ESC and NUL. */
  readonly controls: number;
  /** The first byte that UTF-8 does not have at its place. */
  readonly invalid?: { readonly at: number; readonly byte: number };
  /** Whether ISO-2022-JP's switch to Japanese characters was seen. */
  readonly japanese: boolean;
}

const sampleLength = 65_536;
const isControl = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte === 127 || (byte > 0 && byte < 32 && !(byte >= 8 && byte <= 13) && byte !== 27) ? 1 : 0,
);

/** Looks at all bytes of a file, a block at a time. O(length). */
export async function surveyBytes(blocks: AsyncIterable<Uint8Array>): Promise<ByteSurvey> {
  const nuls = [0, 0, 0, 0];
  const state = { length: 0, controls: 0, japanese: false };
  let samples: Uint8Array[] = [];
  let waiting: Uint8Array = new Uint8Array();
  let checked = 0;
  let invalid: { at: number; byte: number } | undefined;
  const check = (bytes: Uint8Array, last: boolean): void => {
    if (invalid !== undefined) return;
    const joined = Buffer.concat([waiting, bytes]);
    const complete = joined.subarray(0, last ? joined.length : completeLength(joined));
    if (!isUtf8(complete)) {
      const at = firstInvalid(complete);
      invalid = { at: checked + at, byte: complete[at] as number };
    }
    checked += complete.length;
    waiting = joined.subarray(complete.length);
  };
  for await (const block of blocks) {
    countBytes(block, state, nuls);
    check(block, false);
    if (samples.length === 0 || (samples.length === 1 && invalid !== undefined)) {
      samples = [...samples, block.slice()];
    }
  }
  check(new Uint8Array(), true);
  const [first = new Uint8Array(), second] = samples;
  const isAscii = (bytes: Uint8Array): boolean => bytes.every((byte) => byte < 0x80);
  const sample = second !== undefined && isAscii(first) ? second : first;
  return {
    ...state,
    nuls,
    first: first.slice(0, 4),
    sample: sample.subarray(0, sampleLength),
    ...(invalid && { invalid }),
  };
}

function countBytes(
  block: Uint8Array,
  state: { length: number; controls: number; japanese: boolean },
  nuls: number[],
): void {
  for (let at = 0; at < block.length; at++) {
    const byte = block[at] as number;
    if (byte === 0) nuls[(state.length + at) % 4] = (nuls[(state.length + at) % 4] ?? 0) + 1;
    else if (isControl[byte] === 1) state.controls++;
    else if (byte === 27 && block[at + 1] === 0x24) state.japanese = true;
  }
  state.length += block.length;
}
