import fc from "fast-check";
import { expect, it } from "vitest";
import { compareEdges, sortedEdges } from "./edges.js";

const edge = fc.tuple(fc.constantFrom(-0.5, 0, 0.5, 1), fc.nat(3), fc.nat(3));

it("orders any two different edges one way, and the other way round", () => {
  fc.assert(
    fc.property(edge, edge, (a, b) => {
      const order = Math.sign(compareEdges(...a, ...b));
      expect(order + Math.sign(compareEdges(...b, ...a))).toBe(0);
      expect(order === 0).toBe(a.every((value, i) => value === b[i]));
    }),
  );
});

it("sorts by similarity, smaller row, larger row, and turns edges the same way", () => {
  const sorted = sortedEdges({
    from: Uint32Array.of(5, 4, 0, 3, 2),
    to: Uint32Array.of(1, 1, 9, 2, 8),
    similarity: Float32Array.of(0.5, 0.5, 0.25, 0.5, 0.75),
  });
  expect([...sorted.from]).toEqual([2, 1, 1, 2, 0]);
  expect([...sorted.to]).toEqual([8, 4, 5, 3, 9]);
  expect([...sorted.similarity]).toEqual([0.75, 0.5, 0.5, 0.5, 0.25]);
});
