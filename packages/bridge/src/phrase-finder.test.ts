import fc from "fast-check";
import { expect, it } from "vitest";
import { phraseFinder } from "./phrase-finder.js";

const word = fc.constantFrom("a", "b", "c");
const phrase = fc.array(word, { minLength: 1, maxLength: 4 });

it("finds every phrase that lies within no other found one", () => {
  fc.assert(
    fc.property(
      fc.array(phrase, { maxLength: 6 }),
      fc.array(word, { maxLength: 12 }),
      (some, words) => {
        const phrases = [...new Set(some.map((each) => each.join(" ")))];
        const all = phrases.flatMap((each, id) => {
          const length = each.split(" ").length;
          return words.flatMap((_, first) =>
            words.slice(first, first + length).join(" ") === each
              ? [{ id, first, last: first + length - 1 }]
              : [],
          );
        });
        const outer = all.filter(
          (one) =>
            !all.some(
              (other) => other !== one && other.first <= one.first && other.last >= one.last,
            ),
        );
        outer.sort((x, y) => x.first - y.first);
        expect(phraseFinder(phrases.map((each, id) => [id, each])).find(words)).toEqual(outer);
      },
    ),
  );
});

it("takes the first of equal phrases, and leaves empty ones out", () => {
  const finder = phraseFinder([
    [7, ""],
    [8, "a b"],
    [9, "a b"],
  ]);
  expect(finder.find(["a", "b", "z"])).toEqual([{ id: 8, first: 0, last: 1 }]);
  expect(finder.find([])).toEqual([]);
});
