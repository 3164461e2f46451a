const chunkBits = 16;
const chunkLength = 1 << chunkBits;
const chunkMask = chunkLength - 1;

/** A list of whole numbers below 2^32, fewer than 2^32 of them, that grows without copying what it holds. */
export interface Uint32List {
  readonly length: number;
  push(value: number): void;
  /** The value at an index below `length`. */
  at(index: number): number;
  set(index: number, value: number): void;
  increment(index: number): void;
  toArray(): Uint32Array;
}

/** An empty list. 4 bytes a value, allocated 65,536 at a time. */
export function uint32List(): Uint32List {
  const chunks: Uint32Array[] = [];
  let length = 0;
  return {
    get length() {
      return length;
    },
    push(value) {
      if ((length & chunkMask) === 0) chunks.push(new Uint32Array(chunkLength));
      (chunks[length >>> chunkBits] as Uint32Array)[length & chunkMask] = value;
      length++;
    },
    at: (index) => (chunks[index >>> chunkBits] as Uint32Array)[index & chunkMask] as number,
    set(index, value) {
      (chunks[index >>> chunkBits] as Uint32Array)[index & chunkMask] = value;
    },
    increment(index) {
      const chunk = chunks[index >>> chunkBits] as Uint32Array;
      chunk[index & chunkMask] = (chunk[index & chunkMask] as number) + 1;
    },
    toArray() {
      const array = new Uint32Array(length);
      chunks.forEach((chunk, i) => {
        const start = i * chunkLength;
        array.set(chunk.subarray(0, Math.min(chunkLength, length - start)), start);
      });
      return array;
    },
  };
}
