import { type Matrix, row } from "@psi/core";
import { kernel } from "../kernel/kernel.js";
import { addTo, scaleToUnit } from "./direction.js";

/** Each half gets at least this share of the rows, so that outliers are not split off one by one. */
const leastShare = 1 / 8;
/** Rounds of moving the two centres; they settle after two or three. */
const mostRounds = 4;

/**
 * Cuts some rows in two by similarity: spherical 2-means that starts from the row farthest from the
 * middle and the row farthest from that one. Rows are ordered by how much nearer they are to the first
 * centre, and cut where they become nearer to the second, but never to less than two rows or an eighth.
 * Rows that cannot be told apart are cut in the middle. Deterministic. O(rows x d) and a sort.
 *
 * @param rows at least 3, ascending.
 * @param step the first part's size is a multiple of it.
 * @returns both parts, ascending.
 */
export function bisect(
  matrix: Matrix,
  rows: Int32Array,
  step: number,
): readonly [Int32Array, Int32Array] {
  const leanings = leaningsOf(matrix, rows);
  const order = Int32Array.from(rows.keys()).sort((a, b) => leanings[b]! - leanings[a]! || a - b);
  const cut = cutOf(leanings, order, step);
  const part = (positions: Int32Array): Int32Array => positions.map((p) => rows[p]!).sort();
  return [part(order.subarray(0, cut)), part(order.subarray(cut))];
}

/** How much nearer each row is to the first of two centres than to the second. */
function leaningsOf(matrix: Matrix, rows: Int32Array): Float32Array {
  const far = row(matrix, rows[farthest(matrix, rows, meanOf(matrix, rows))]!);
  const opposite = row(matrix, rows[farthest(matrix, rows, far)]!);
  let leanings = differences(matrix, rows, far, opposite);
  for (let round = 0; round < mostRounds; round++) {
    const first = rows.filter((_, p) => leanings[p]! > 0);
    if (first.length === 0 || first.length === rows.length) break;
    const second = rows.filter((_, p) => leanings[p]! <= 0);
    const moved = differences(matrix, rows, meanOf(matrix, first), meanOf(matrix, second));
    const settled = moved.every((leaning, p) => leaning > 0 === leanings[p]! > 0);
    leanings = moved;
    if (settled) break;
  }
  return leanings;
}

function cutOf(leanings: Float32Array, order: Int32Array, step: number): number {
  const count = order.length;
  const allEqual = leanings[order[0]!] === leanings[order[count - 1]!];
  const natural = allEqual
    ? Math.ceil(count / 2)
    : leanings.filter((leaning) => leaning > 0).length;
  const least = Math.max(2, Math.floor(count * leastShare));
  const cut = Math.max(least, Math.min(natural, count - least));
  return cut - (cut % step);
}

/** The position of the row least similar to a vector; the first of equal ones. */
function farthest(matrix: Matrix, rows: Int32Array, vector: Float32Array): number {
  const similarities = new Float32Array(rows.length);
  kernel().dotsAt(matrix, rows, vector, similarities);
  return similarities.reduce((best, value, p) => (value < similarities[best]! ? p : best), 0);
}

function differences(
  matrix: Matrix,
  rows: Int32Array,
  first: Float32Array,
  second: Float32Array,
): Float32Array {
  const nearFirst = new Float32Array(rows.length);
  const nearSecond = new Float32Array(rows.length);
  kernel().dotsAt(matrix, rows, first, nearFirst);
  kernel().dotsAt(matrix, rows, second, nearSecond);
  return nearFirst.map((value, p) => value - nearSecond[p]!);
}

/** The direction of the sum of some rows; next to nothing where they cancel out. */
function meanOf(matrix: Matrix, rows: Int32Array): Float32Array {
  const sum = new Float32Array(matrix.dimensions);
  for (const index of rows) addTo(sum, row(matrix, index));
  scaleToUnit(sum);
  return sum;
}
