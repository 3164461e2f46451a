import fc from "fast-check";
import { expect, it } from "vitest";
import { topHits } from "./top-hits.js";

it("equals the head of a full sort, ties by row", () => {
  const scores = fc.array(fc.constantFrom(-1, 0, 0.25, 0.5, 0.75, 1), { maxLength: 60 });
  fc.assert(
    fc.property(scores, fc.integer({ min: 1, max: 70 }), fc.boolean(), (values, limit, named) => {
      const rows = named ? values.map((_, i) => (i * 37) % 101) : values.map((_, i) => i);
      const sorted = values
        .map((score, i) => ({ id: rows[i]!, score }))
        .sort((a, b) => b.score - a.score || a.id - b.id);
      expect(topHits(values, limit, named ? rows : undefined)).toEqual(sorted.slice(0, limit));
    }),
  );
});
