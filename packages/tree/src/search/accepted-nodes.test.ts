import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyPoints } from "../testing/points.js";
import { treeOver, vectorOf } from "../testing/trees.js";
import { acceptedNodes } from "./accepted-nodes.js";
import { descend } from "./descend.js";
import { scan } from "./scan.js";

const anyTree = anyPoints(40).map((points) => treeOver(points, 4));
const anyFlags = fc.array(fc.boolean(), { minLength: 60, maxLength: 60 });

function leavesBelow(tree: ReturnType<typeof treeOver>, row: number): number[] {
  const children = [...tree.children(row)];
  return children.length === 0 ? [row] : children.flatMap((child) => leavesBelow(tree, child));
}

describe("searches among some leaves", () => {
  it("know of every node whether some or all leaves below it are accepted", () => {
    fc.assert(
      fc.property(anyTree, anyFlags, (tree, flags) => {
        const { some, all } = acceptedNodes(tree, (row) => flags[row] === true);
        for (let row = 0; row < tree.parents.length; row++) {
          const below = leavesBelow(tree, row).map((leaf) => flags[leaf] === true);
          expect([some[row], all[row]]).toEqual([
            below.includes(true) ? 1 : 0,
            below.includes(false) ? 0 : 1,
          ]);
        }
      }),
    );
  });

  it("scan as if all others were struck from the list; descend finds no others, and some if there are any", () => {
    fc.assert(
      fc.property(anyTree, anyFlags, fc.nat({ max: 2 }), (tree, flags, upTo) => {
        const accepted = acceptedNodes(tree, (row) => flags[row] === true);
        const query = vectorOf(tree, 0);
        const size = tree.parents.length;
        const every = scan(tree, query, { limit: size, upTo });
        expect(scan(tree, query, { limit: 5, upTo, accepted })).toEqual(
          every.filter(({ id }) => accepted.all[id] === 1).slice(0, 5),
        );
        const found = descend(tree, query, { width: 2, limit: 5, upTo, accepted });
        expect(found.every(({ id }) => accepted.all[id] === 1)).toBe(true);
        const leaves = tree.leafCount;
        expect(found.length > 0).toBe(flags.slice(0, leaves).includes(true));
      }),
    );
  });
});
