import fc from "fast-check";
import { expect, it } from "vitest";
import { acceptedHits } from "./accepted-hits.js";

it("is what a search over the accepted rows alone would find", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 20 }), fc.boolean()), { maxLength: 200 }),
      fc.integer({ min: 1, max: 30 }),
      (rows, limit) => {
        const all = rows
          .map(([score], id) => ({ id, score }))
          .sort((a, b) => b.score - a.score || a.id - b.id);
        const accepts = (row: number): boolean => rows[row]?.[1] === true;
        const found = acceptedHits((most) => all.slice(0, most), accepts, limit);
        expect(found).toEqual(all.filter(({ id }) => accepts(id)).slice(0, limit));
      },
    ),
  );
});
