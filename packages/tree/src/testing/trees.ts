import { type Matrix, type PsiTree, row } from "@psi/core";
import { plainDot } from "../kernel/plain-dots.js";
import { psiTree } from "../search/psi-tree.js";
import { unitQuery } from "../search/unit-query.js";
import { growTree } from "../shape/grow-tree.js";

/** A finished tree over some unit rows. */
export function treeOver(vectors: Matrix, maxChildren = 5): PsiTree {
  return psiTree(growTree(vectors, { maxChildren }).hierarchy, vectors);
}

/** Some rows and their cosines, best first, equal ones by row: a sort of all. */
export function naiveRanking(
  tree: PsiTree,
  query: ArrayLike<number>,
  scoreOf: (row: number, cosine: (row: number) => number) => number,
  rows: readonly number[] = Array.from({ length: tree.leafCount }, (_, i) => i),
): { id: number; score: number }[] {
  const unit = unitQuery(tree, query);
  const { data, dimensions } = tree.vectors;
  const cosine = (node: number): number => plainDot(data, node * dimensions, unit);
  return rows
    .map((id) => ({ id, score: scoreOf(id, cosine) }))
    .sort((a, b) => b.score - a.score || a.id - b.id);
}

/** A node's vector as an ordinary array. */
export function vectorOf(tree: PsiTree, node: number): number[] {
  return [...row(tree.vectors, node)];
}
