import type { ScoredNode } from "@psi/core";

/** A candidate with some signals; its id is "n" and its row. */
export function candidate(row: number, signals: Readonly<Record<string, number>>): ScoredNode {
  return {
    node: { row, id: `n${row}`, layer: 0, text: `text ${row}`, metadata: {} },
    score: 0,
    signals,
  };
}

/** A tree as nested pairs: a leaf's value, or input, threshold, left and right. */
export type NestedTree = number | readonly [number, number, NestedTree, NestedTree];

/** Packs trees as weights hold them: see decodeForest. */
export function packForest(trees: readonly NestedTree[]): Uint8Array {
  const parts: Buffer[] = [Buffer.from(Uint16Array.of(trees.length).buffer)];
  for (const tree of trees) {
    const inner: Buffer[] = [];
    const leaves: number[] = [];
    const place = (node: NestedTree): number => {
      if (typeof node === "number") return -leaves.push(node);
      const [input, threshold, left, right] = node;
      const bytes = Buffer.alloc(7);
      inner.push(bytes);
      const at = inner.length - 1;
      bytes.writeUInt8(input, 0);
      bytes.writeFloatLE(threshold, 1);
      bytes.writeInt8(place(left), 5);
      bytes.writeInt8(place(right), 6);
      return at;
    };
    place(tree);
    parts.push(Buffer.of(leaves.length), ...inner, Buffer.from(Float32Array.from(leaves).buffer));
  }
  return Buffer.concat(parts);
}
