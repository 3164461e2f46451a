import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type NestedTree, packForest } from "../testing.js";
import { decodeForest, forestScore } from "./forest.js";

const INPUTS = 6;
const number = fc.float({ noNaN: true, noDefaultInfinity: true, min: -1000, max: 1000 });

const { tree } = fc.letrec<{ tree: NestedTree; node: NestedTree }>((tie) => ({
  node: fc.oneof({ depthSize: "small", withCrossShrink: true }, number, tie("tree")),
  tree: fc.tuple(fc.nat(INPUTS - 1), number, tie("node"), tie("node")),
}));

/** A tree of one long branch. */
function leaning(depth: number): NestedTree {
  return depth === 0 ? 1 : [0, depth, leaning(depth - 1), 2];
}

function naive(node: NestedTree, row: ArrayLike<number>): number {
  if (typeof node === "number") return node;
  const [input, threshold, left, right] = node;
  return naive((row[input] as number) <= threshold ? left : right, row);
}

describe("a forest", () => {
  it("gives what walking nested trees gives", () => {
    const row = fc.array(number, { minLength: INPUTS, maxLength: INPUTS });
    fc.assert(
      fc.property(
        fc.array(tree, { minLength: 1, maxLength: 8 }),
        fc.array(row, { minLength: 1, maxLength: 4 }),
        (trees, rows) => {
          const forest = decodeForest(packForest(trees), INPUTS);
          const flat = Float64Array.from(rows.flat());
          rows.forEach((each, i) => {
            const expected = trees.reduce<number>((sum, one) => sum + naive(one, each), 0);
            expect(forestScore(forest, flat, i * INPUTS)).toBeCloseTo(expected, 6);
          });
        },
      ),
    );
  });

  it("cut short, lengthened, or pointing nowhere, is refused and never walked for ever", () => {
    const bytes = packForest([[0, 0.5, [1, 2, 1, 2], 3]]);
    for (let length = 0; length < bytes.length; length++) {
      expect(() => decodeForest(bytes.subarray(0, length), INPUTS)).toThrow(
        expect.objectContaining({ code: "invalid-option" }),
      );
    }
    expect(() => decodeForest(Buffer.concat([bytes, Buffer.of(0)]), INPUTS)).toThrow(/damaged/);
    expect(() => decodeForest(packForest([[7, 0.5, 1, 2]]), INPUTS)).toThrow(/damaged/);
    const looping = Buffer.from(bytes);
    looping.writeInt8(0, 8);
    expect(() => decodeForest(looping, INPUTS)).toThrow(/damaged/);
  });

  it("in which many nodes share their children is refused before it grows", () => {
    const bytes = Buffer.from(packForest([leaning(100)]));
    // Inner nodes follow the two counts, seven bytes each; the last two bytes are the children.
    for (let node = 0; node < 99; node++) {
      bytes.writeInt8(node + 1, 3 + 7 * node + 5);
      bytes.writeInt8(node + 1, 3 + 7 * node + 6);
    }
    expect(() => decodeForest(bytes, INPUTS)).toThrow(/damaged/);
  });
});
