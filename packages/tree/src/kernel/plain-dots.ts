const { fround } = Math;

/**
 * The product of a row that starts at `at` in `data` with a vector, rounded to 32 bits after each step,
 * in the order that dots.wat describes: lane `l` of accumulator `k` is `s<4k + l>` here.
 */
export function plainDot(data: Float32Array, at: number, vector: Float32Array): number {
  const a = data;
  const b = vector;
  const length = vector.length;
  let [s0, s1, s2, s3, s4, s5, s6, s7] = [0, 0, 0, 0, 0, 0, 0, 0];
  let [s8, s9, s10, s11, s12, s13, s14, s15] = [0, 0, 0, 0, 0, 0, 0, 0];
  let rest = 0;
  let i = at;
  let j = 0;
  for (const sixteens = length - (length % 16); j < sixteens; i += 16, j += 16) {
    s0 = fround(s0 + fround(a[i]! * b[j]!));
    s1 = fround(s1 + fround(a[i + 1]! * b[j + 1]!));
    s2 = fround(s2 + fround(a[i + 2]! * b[j + 2]!));
    s3 = fround(s3 + fround(a[i + 3]! * b[j + 3]!));
    s4 = fround(s4 + fround(a[i + 4]! * b[j + 4]!));
    s5 = fround(s5 + fround(a[i + 5]! * b[j + 5]!));
    s6 = fround(s6 + fround(a[i + 6]! * b[j + 6]!));
    s7 = fround(s7 + fround(a[i + 7]! * b[j + 7]!));
    s8 = fround(s8 + fround(a[i + 8]! * b[j + 8]!));
    s9 = fround(s9 + fround(a[i + 9]! * b[j + 9]!));
    s10 = fround(s10 + fround(a[i + 10]! * b[j + 10]!));
    s11 = fround(s11 + fround(a[i + 11]! * b[j + 11]!));
    s12 = fround(s12 + fround(a[i + 12]! * b[j + 12]!));
    s13 = fround(s13 + fround(a[i + 13]! * b[j + 13]!));
    s14 = fround(s14 + fround(a[i + 14]! * b[j + 14]!));
    s15 = fround(s15 + fround(a[i + 15]! * b[j + 15]!));
  }
  for (const fours = length - (length % 4); j < fours; i += 4, j += 4) {
    s0 = fround(s0 + fround(a[i]! * b[j]!));
    s1 = fround(s1 + fround(a[i + 1]! * b[j + 1]!));
    s2 = fround(s2 + fround(a[i + 2]! * b[j + 2]!));
    s3 = fround(s3 + fround(a[i + 3]! * b[j + 3]!));
  }
  for (; j < length; i++, j++) rest = fround(rest + fround(a[i]! * b[j]!));
  const low = fround(pairs(s0, s4, s8, s12) + pairs(s1, s5, s9, s13));
  const high = fround(pairs(s2, s6, s10, s14) + pairs(s3, s7, s11, s15));
  return fround(fround(low + high) + rest);
}

function pairs(a: number, b: number, c: number, d: number): number {
  return fround(fround(a + b) + fround(c + d));
}
