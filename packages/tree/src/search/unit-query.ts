import { type PsiTree, writeUnitRow } from "@psi/core";

/**
 * A query's vector, scaled to length 1.
 * @throws PsiError `dimension-mismatch` for another length than the tree's, `bad-vector` for NaN, infinity or zeros.
 */
export function unitQuery({ vectors }: PsiTree, query: ArrayLike<number>): Float32Array {
  const unit = { data: new Float32Array(vectors.dimensions), dimensions: vectors.dimensions };
  writeUnitRow(unit, 0, query, "the query");
  return unit.data;
}
