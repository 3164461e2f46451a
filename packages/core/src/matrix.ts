import { PsiError } from "./errors.js";

/** Vectors, one a row: row `i` starts at `i * dimensions`. Rows have length 1. */
export interface Matrix {
  readonly data: Float32Array;
  readonly dimensions: number;
}

/** Number of rows. */
export function rowCount(matrix: Matrix): number {
  return matrix.dimensions === 0 ? 0 : matrix.data.length / matrix.dimensions;
}

/** One row, as a view: no copy. */
export function row(matrix: Matrix, index: number): Float32Array {
  return matrix.data.subarray(index * matrix.dimensions, (index + 1) * matrix.dimensions);
}

/** Sum of products of two vectors of the same length: their cosine, when both have length 1. */
export function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number);
  return sum;
}

/**
 * Writes a vector, scaled to length 1, into a row of `target`.
 *
 * @param whose what the vector stands for, for the error: "passage p-17".
 * @throws PsiError `dimension-mismatch` for a wrong length; `bad-vector` for NaN, infinity or all zeros,
 * and for numbers whose squares a double cannot hold (beyond 1e154, or all below 1e-162).
 */
export function writeUnitRow(
  target: Matrix,
  index: number,
  vector: ArrayLike<number>,
  whose: string,
): void {
  const { data, dimensions } = target;
  if (vector.length !== dimensions) {
    throw new PsiError(
      "dimension-mismatch",
      `The vector of ${whose} has ${vector.length} numbers where ${dimensions} are expected. Use one embedder for an index.`,
    );
  }
  const squares = dot(vector, vector);
  if (!Number.isFinite(squares) || squares === 0) {
    const what = squares === 0 ? "only zeros" : "numbers that are not finite or far too large";
    throw new PsiError(
      "bad-vector",
      `The vector of ${whose} has ${what}. Check the embedder's output.`,
    );
  }
  const scale = 1 / Math.sqrt(squares);
  const start = index * dimensions;
  for (let i = 0; i < dimensions; i++) data[start + i] = (vector[i] as number) * scale;
}

/**
 * Makes a matrix of unit rows. O(rows x dimensions).
 *
 * @param nameOf what row `i` stands for, for errors.
 * @throws PsiError `empty-corpus` without rows; see `writeUnitRow`.
 */
export function fromRows(
  rows: readonly ArrayLike<number>[],
  nameOf: (index: number) => string = (index) => `row ${index}`,
): Matrix {
  const first = rows[0];
  if (first === undefined)
    throw new PsiError("empty-corpus", "There are no vectors. Give at least one.");
  const matrix = { data: new Float32Array(rows.length * first.length), dimensions: first.length };
  rows.forEach((vector, index) => {
    writeUnitRow(matrix, index, vector, nameOf(index));
  });
  return matrix;
}
