import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bestRows } from "./best-rows.js";

describe("bestRows", () => {
  it("equals a full sort, ties by row, without rows that score nothing", () => {
    const scores = fc.array(fc.constantFrom(0, 0, 0.5, 1, 1, 2, 3), { maxLength: 60 });
    fc.assert(
      fc.property(scores, fc.integer({ min: 1, max: 70 }), (values, limit) => {
        const sorted = values
          .map((score, id) => ({ id, score }))
          .filter(({ score }) => score > 0)
          .sort((a, b) => b.score - a.score || a.id - b.id);
        expect(bestRows(Float64Array.from(values), limit)).toEqual(sorted.slice(0, limit));
      }),
    );
  });
});
