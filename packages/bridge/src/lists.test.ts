import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  ascending,
  entriesOf,
  gathered,
  inverted,
  type Lists,
  listAt,
  listsBuilder,
} from "./lists.js";

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

  it("go on after those that were there", () => {
    fc.assert(
      fc.property(someLists, someLists, (some, more) => {
        const builder = listsBuilder(listsOf(some));
        for (const list of more) {
          builder.pushAll(list);
          builder.close();
        }
        expect(toArrays(builder.finish())).toEqual([...some, ...more]);
      }),
    );
  });

  it("can be picked, replaced value by value, and sorted", () => {
    const table = Int32Array.from({ length: 21 }, (_, value) => (value * 8) % 21);
    fc.assert(
      fc.property(someLists, fc.array(fc.nat(9)), (some, picks) => {
        const which = picks.filter((pick) => pick < some.length);
        const picked = which.map((i) => some[i] as number[]);
        const lists = listsOf(some);
        expect(toArrays(gathered(lists, which))).toEqual(picked);
        expect(toArrays(gathered(lists, which, table))).toEqual(
          picked.map((list) => list.map((value) => (value * 8) % 21)),
        );
        const places = [...entriesOf(lists, which)];
        expect(places.map((place) => lists.values[place])).toEqual(picked.flat());
        expect(toArrays(ascending(lists))).toEqual(
          some.map((list) => [...list].sort((a, b) => a - b)),
        );
      }),
    );
  });
});
