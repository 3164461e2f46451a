import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nearWordFinder } from "./near-words.js";

/** Optimal string alignment distance by its recurrence, a y counted as an i. */
function distance(one: string, other: string): number {
  const a = one.replaceAll("y", "i");
  const b = other.replaceAll("y", "i");
  const rows = Array.from({ length: a.length + 1 }, (_, i) => [i]);
  for (let j = 1; j <= b.length; j++) rows[0]![j] = j;
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const change = rows[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      let least = Math.min(change, rows[i - 1]![j]! + 1, rows[i]![j - 1]! + 1);
      if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, (rows[i - 2]?.[j - 2] ?? Number.POSITIVE_INFINITY) + 1);
      rows[i]![j] = least;
    }
  }
  return rows[a.length]![b.length]!;
}

describe("nearWordFinder", () => {
  it.each([
    ["lighthuose", "swapped neighbours"],
    ["lighthose", "a letter left out"],
    ["lightthouse", "a letter put in"],
    ["lighthause", "a changed letter"],
    ["nighthouse", "a changed first letter of a long word"],
  ])("finds lighthouse for %s: %s", (typed) => {
    expect(nearWordFinder(["light", "lighthouse", "house"])(typed)).toEqual(["lighthouse"]);
  });

  it.each([
    ["lighthouse", ["lighthouse"], "the word itself"],
    ["lighthoues", ["lighthouses2"], "a word with a digit"],
    ["comet", ["vomet", "omet"], "a short word that begins with another letter"],
    ["come", ["came", "comet"], "a word of four letters"],
    ["v1234", ["v1235"], "a code"],
    ["tolms", ["tol"], "a much shorter word"],
    ["", ["a"], "an empty word"],
  ])("finds nothing for %s among %j: %s", (typed, words) => {
    expect(nearWordFinder(words)(typed)).toEqual([]);
  });

  it("takes a y and an i for alike", () => {
    expect(nearWordFinder(["hendri", "hendry"])("hendrey")).toEqual(["hendri", "hendry"]);
  });

  it("finds what the distance of the definition is one for, or none but for a y", () => {
    const word = (minLength: number): fc.Arbitrary<string> =>
      fc.string({ unit: fc.constantFrom(..."abiy"), minLength, maxLength: 8 });
    fc.assert(
      fc.property(word(5), fc.uniqueArray(word(4), { maxLength: 30 }), (typed, words) => {
        const isNear = (other: string): boolean => {
          const isShort = Math.min(typed.length, other.length) < 6;
          return (
            other !== typed && !(isShort && typed[0] !== other[0]) && distance(typed, other) < 2
          );
        };
        const near = nearWordFinder(words)(typed);
        expect([...near].sort()).toEqual(words.filter(isNear).sort());
        expect(near.map(({ length }) => length)).toEqual(near.map(({ length }) => length).sort());
      }),
      { numRuns: 500 },
    );
  });

  it("reads the list once, and not before it is needed", () => {
    let reads = 0;
    const words = {
      *[Symbol.iterator]() {
        reads++;
        yield "harbour";
      },
    };
    const find = nearWordFinder(words);
    expect(find("abc")).toEqual([]);
    expect(reads).toBe(0);
    expect([find("harbuor"), find("harbor")]).toEqual([["harbour"], ["harbour"]]);
    expect(reads).toBe(1);
  });
});
