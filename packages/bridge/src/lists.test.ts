import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inverted, type Lists, listAt, listsBuilder } from "./lists.js";

function listsOf(some: readonly (readonly number[])[]): Lists {
  const builder = listsBuilder();
  for (const list of some) {
    for (const value of list) builder.push(value);
    builder.close();
  }
  return builder.finish();
}

const toArrays = (lists: Lists): number[][] =>
  Array.from({ length: lists.offsets.length - 1 }, (_, i) => [...listAt(lists, i)]);

const someLists = fc.array(fc.uniqueArray(fc.nat(20)));

describe("lists", () => {
  it("give back what was put in", () => {
    fc.assert(
      fc.property(someLists, (some) => {
        expect(toArrays(listsOf(some))).toEqual(some);
      }),
    );
    const long = [Array.from({ length: 5_000 }, (_, i) => i), []];
    expect(toArrays(listsOf(long))).toEqual(long);
  });

  it("inverted tell for each value who holds it", () => {
    fc.assert(
      fc.property(someLists, (some) => {
        const holders = Array.from({ length: 21 }, (_, value) =>
          some.flatMap((list, i) => (list.includes(value) ? [i] : [])),
        );
        expect(toArrays(inverted(listsOf(some), 21))).toEqual(holders);
      }),
    );
  });
});
