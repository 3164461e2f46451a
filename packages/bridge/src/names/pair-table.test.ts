import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pairTable } from "./pair-table.js";

describe("a table of pairs", () => {
  it("counts as a map does", () => {
    const number = fc.oneof(fc.nat(20), fc.nat(2 ** 26));
    const entry = fc.tuple(number, number, fc.nat(3), fc.nat(3));
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 2_000, size: "max" }), (entries) => {
        const table = pairTable();
        const model = new Map<string, readonly [number, number]>();
        for (const [a, b, less, more] of entries) {
          table.add(a, b, less, more);
          const [before, after] = model.get(`${a} ${b}`) ?? [0, 0];
          model.set(`${a} ${b}`, [before + less, after + more]);
        }
        const found = new Map<string, readonly [number, number]>();
        table.each((a, b, place, before, after) => {
          expect(table.find(a, b)).toBe(place);
          found.set(`${a} ${b}`, [before, after]);
        });
        expect(found).toEqual(model);
        expect(table.find(2 ** 26 + 1, 0)).toBe(-1);
      }),
      { numRuns: 50 },
    );
  });
});
