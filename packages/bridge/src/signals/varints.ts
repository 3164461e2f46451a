/**
 * Writes whole numbers below 2^32 in one to five bytes each: seven bits a byte, the lowest first; zeros make the
 * bytes a multiple of four. O(numbers).
 */
export function writeVarints(arrays: readonly ArrayLike<number>[]): Uint8Array {
  const most = arrays.reduce((sum, { length }) => sum + length, 0);
  const bytes = new Uint8Array(5 * most + 3);
  let at = 0;
  for (const array of arrays) {
    for (let i = 0; i < array.length; i++) {
      let rest = array[i] as number;
      while (rest > 127) {
        bytes[at++] = (rest & 127) | 128;
        rest >>>= 7;
      }
      bytes[at++] = rest;
    }
  }
  return bytes.slice(0, 4 * Math.ceil(at / 4));
}

/** Reads arrays of those lengths. @throws RangeError when the bytes end before, or go on after */
export function readVarints(bytes: Uint8Array, lengths: readonly number[]): readonly Uint32Array[] {
  let at = 0;
  const arrays = lengths.map((length) => {
    if (!(length <= bytes.length - at)) throw new RangeError("numbers are missing");
    const array = new Uint32Array(length);
    for (let i = 0; i < length; i++) {
      let value = 0;
      let shift = 0;
      let byte = 128;
      while (byte > 127) {
        byte = bytes[at++] ?? 0;
        value |= (byte & 127) << shift;
        shift += 7;
      }
      array[i] = value;
    }
    return array;
  });
  if (at > bytes.length || at + 4 <= bytes.length)
    throw new RangeError("numbers are missing or left over");
  return arrays;
}
