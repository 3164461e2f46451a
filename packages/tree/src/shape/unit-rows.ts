import { dot, type Matrix, PsiError, row, rowCount } from "@psi/core";

/** How far a squared length may be from 1: room for vectors that were stored in 8 bits. */
const tolerance = 0.02;

/**
 * Checks that the first `count` rows, all by default, have length 1, and returns their number. O(count x dimensions).
 * @throws PsiError `empty-corpus` without rows, `bad-vector` naming the first row that is not a unit vector.
 */
export function requireUnitRows(vectors: Matrix, count: number = rowCount(vectors)): number {
  if (count === 0) {
    throw new PsiError("empty-corpus", "There are no vectors. Give at least one.");
  }
  for (let i = 0; i < count; i++) {
    const vector = row(vectors, i);
    const squares = dot(vector, vector);
    // Written so that NaN fails too.
    if (!(Math.abs(squares - 1) <= tolerance)) {
      throw new PsiError(
        "bad-vector",
        `The vector of row ${i} has length ${Math.sqrt(squares)} where 1 is expected. Make rows with fromRows or writeUnitRow of @psi/core.`,
      );
    }
  }
  return count;
}
