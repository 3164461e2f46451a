import { type Hierarchy, type Matrix, row, rowCount } from "@psi/core";
import { plainDot } from "../kernel/plain-dots.js";

/** A pair of rows, the smaller first. */
export interface NaivePair {
  readonly from: number;
  readonly to: number;
  readonly similarity: number;
}

interface NaiveNode {
  readonly leaves: number[];
  readonly children: NaiveNode[];
  readonly height: number;
}

/** All pairs, sorted, and of them those that join two components: Kruskal by the book. */
export function naiveSpanningTree(vectors: Matrix): readonly NaivePair[] {
  const pairs: NaivePair[] = [];
  for (let to = 0; to < rowCount(vectors); to++) {
    for (let from = 0; from < to; from++) {
      const at = from * vectors.dimensions;
      pairs.push({ from, to, similarity: plainDot(vectors.data, at, row(vectors, to)) });
    }
  }
  pairs.sort((a, b) => b.similarity - a.similarity || a.from - b.from || a.to - b.to);
  const component = Array.from({ length: rowCount(vectors) }, (_, leaf) => leaf);
  return pairs.filter(({ from, to }) => {
    const [joined, gone] = [component[from]!, component[to]!];
    if (joined === gone) return false;
    component.forEach((number, leaf) => {
      if (number === gone) component[leaf] = joined;
    });
    return true;
  });
}

/** The paper's rule, case by case, on nested objects. Returns the nodes as `nodeSets` does. */
export function naiveNodeSets(leafCount: number, pairs: readonly NaivePair[]): readonly string[] {
  let roots: NaiveNode[] = Array.from({ length: leafCount }, (_, leaf) => ({
    leaves: [leaf],
    children: [],
    height: 0,
  }));
  const treeOf = (leaf: number): NaiveNode => roots.find(({ leaves }) => leaves.includes(leaf))!;
  for (const { from, to } of pairs) {
    const [one, other] = [treeOf(from), treeOf(to)];
    if (one.height === other.height) {
      const leaves = [...one.leaves, ...other.leaves];
      const merged = { leaves, children: [one, other], height: one.height + 1 };
      roots = [...roots.filter((root) => root !== one && root !== other), merged];
    } else {
      const [low, high] = one.height < other.height ? [one, other] : [other, one];
      hang(low, high, low === one ? to : from);
      roots = roots.filter((root) => root !== low);
    }
  }
  return setsOf(roots[0]!).sort();
}

/** Puts a tree under the node above `leaf` that is one layer higher than its root. */
function hang(low: NaiveNode, high: NaiveNode, leaf: number): void {
  let node = high;
  node.leaves.push(...low.leaves);
  while (node.height > low.height + 1) {
    node = node.children.find(({ leaves }) => leaves.includes(leaf))!;
    node.leaves.push(...low.leaves);
  }
  node.children.push(low);
}

function setsOf(node: NaiveNode): string[] {
  return [nodeName(node.height, node.leaves), ...node.children.flatMap(setsOf)];
}

function nodeName(layer: number, leaves: readonly number[]): string {
  return `${layer}: ${[...leaves].sort((a, b) => a - b).join(" ")}`;
}

/** Each node as its layer and the leaves below it: equal for equal trees, however nodes are numbered. */
export function nodeSets(parents: ArrayLike<number>, leafCount: number): readonly string[] {
  const nodes = Array.from({ length: parents.length }, () => ({
    layer: 0,
    leaves: [] as number[],
  }));
  for (let leaf = 0; leaf < leafCount; leaf++) {
    let layer = 0;
    for (let node = leaf; node !== -1; node = parents[node]!) {
      nodes[node]!.leaves.push(leaf);
      nodes[node]!.layer = layer++;
    }
  }
  return nodes.map(({ layer, leaves }) => nodeName(layer, leaves)).sort();
}

/** The children of each node, counted. */
export function childCounts({ leafCount, parents }: Hierarchy): readonly number[] {
  const counts = new Array<number>(parents.length - leafCount).fill(0);
  for (const parent of parents) if (parent !== -1) counts[parent - leafCount]! += 1;
  return counts;
}
