import { fromRows, row } from "@psi/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyPoints, equalPoints, randomFrom } from "../testing/points.js";
import { bisect } from "./bisect.js";

function rowsTo(count: number): Int32Array {
  return Int32Array.from({ length: count }, (_, i) => i);
}

describe("bisect", () => {
  it("finds two groups, whatever their order and sizes", () => {
    const random = randomFrom(4);
    const inFirst = Array.from({ length: 60 }, () => random() < 0.3);
    const vectors = fromRows(
      inFirst.map((first) => [first ? 1 : 0.2, first ? 0.2 : 1, random() / 4, random() / 4]),
    );
    const parts = bisect(vectors, rowsTo(60), 1).map((part) => [...part]);
    const groups = [true, false].map((side) => [...rowsTo(60)].filter((i) => inFirst[i] === side));
    expect(parts.toSorted((a, b) => a[0]! - b[0]!)).toEqual(groups.sort((a, b) => a[0]! - b[0]!));
  });

  it("works on the rows it is given only", () => {
    const vectors = fromRows([
      [1, 0],
      [0, 1],
      [1, 0.1],
      [0, 1],
      [0.1, 1],
      [1, 0],
    ]);
    const parts = bisect(vectors, Int32Array.of(0, 2, 3, 4), 1).map((part) => [...part]);
    expect(parts).toContainEqual([0, 2]);
    expect(parts).toContainEqual([3, 4]);
  });

  it("cuts equal rows in the middle", () => {
    const [first, second] = bisect(equalPoints(41, 7), rowsTo(41), 1);
    expect([...first]).toEqual([...rowsTo(21)]);
    expect(second).toHaveLength(20);
  });

  it("does not cut off a lone outlier", () => {
    const vectors = fromRows([...Array.from({ length: 40 }, (_, i) => [1, i / 400]), [-1, 0]]);
    const sizes = bisect(vectors, rowsTo(41), 1).map((part) => part.length);
    expect(Math.min(...sizes)).toBe(5);
  });

  it("survives opposite rows, whose mean is zero", () => {
    const vectors = fromRows([
      [1, 0],
      [-1, 0],
      [1, 0],
      [-1, 0],
    ]);
    const parts = bisect(vectors, rowsTo(4), 1);
    for (const part of parts) expect(row(vectors, part[0]!)).toEqual(row(vectors, part[1]!));
  });

  it("gives each row to one part, at least two and an eighth to each, always the same", () => {
    fc.assert(
      fc.property(anyPoints(60), fc.constantFrom(1, 2), (vectors, step) => {
        const rows = rowsTo(vectors.data.length / vectors.dimensions);
        fc.pre(rows.length >= 4);
        const parts = bisect(vectors, rows, step);
        expect([...parts[0], ...parts[1]].sort((a, b) => a - b)).toEqual([...rows]);
        for (const part of parts) {
          expect(part.length).toBeGreaterThanOrEqual(Math.max(2, Math.floor(rows.length / 8) - 1));
          expect(part).toEqual(part.toSorted());
        }
        expect(parts[0].length % step).toBe(0);
        expect(bisect(vectors, rows, step)).toEqual(parts);
      }),
    );
  });
});
