import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { renumbering, vocabulary } from "./vocabulary.js";

describe("a vocabulary", () => {
  it("numbers words in order of first sight, after those it begins with", () => {
    const words = vocabulary(["isle", "boat"]);
    expect(["boat", "lily", "isle", "lily", "gale"].map(words.numberOf)).toEqual([1, 2, 0, 2, 3]);
    expect(words.all).toEqual(["isle", "boat", "lily", "gale"]);
    expect([words.find("gale"), words.find("sea"), words.find("constructor")]).toEqual([3, -1, -1]);
  });
});

describe("renumbering", () => {
  it("follows the order in which numbers are seen, and goes both ways", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(9)), fc.nat(3), (seen, fixed) => {
        const { numbers, order, see } = renumbering(10, fixed);
        const values = Uint32Array.from(seen);
        see({ offsets: Uint32Array.of(0, 0, seen.length), values }, 0);
        see({ offsets: Uint32Array.of(0, 0, seen.length), values }, 1);
        const firsts = Array.from({ length: fixed }, (_, i) => i);
        expect(order).toEqual([...new Set([...firsts, ...seen])]);
        order.forEach((old, now) => {
          expect(numbers[old]).toBe(now);
        });
        expect(numbers.filter((now) => now >= 0)).toHaveLength(order.length);
      }),
    );
  });
});
