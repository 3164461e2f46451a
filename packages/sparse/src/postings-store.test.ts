import { describe, expect, it } from "vitest";
import { byteReader, byteWriter } from "./bytes.js";
import type { Postings } from "./inverted-index.js";
import { readPostings } from "./postings-store.js";

/** What is written for two rows "a b b" and "a", with some of the numbers changed. */
const sound = {
  lengths: [3, 1],
  termLengths: [1, 1],
  joined: "ab",
  total: 3,
  largest: 2,
  /** Term a: rows 0 and 1, once each. Term b: row 0, twice. */
  perTerm: [
    [2, 2 * 1 + 1, 2 * 1 + 1],
    [1, 2 * 1, 2],
  ],
};

function read(changes: Partial<typeof sound>): Postings {
  const { lengths, termLengths, joined, total, largest, perTerm } = { ...sound, ...changes };
  const writer = byteWriter();
  for (const list of [lengths, termLengths]) {
    writer.whole(list.length);
    for (const each of list) writer.whole(each);
  }
  writer.text(joined);
  writer.whole(total);
  writer.whole(largest);
  for (const each of perTerm.flat()) writer.whole(each);
  // Bytes that follow, so that no check of size comes before the one that is meant.
  for (let i = 0; i < 50; i++) writer.whole(0);
  return readPostings(byteReader(writer.toBytes(), 0));
}

describe("readPostings", () => {
  it("reads what is sound", () => {
    expect(read({})).toEqual({
      terms: ["a", "b"],
      offsets: Uint32Array.of(0, 2, 3),
      rows: Uint32Array.of(0, 1, 0),
      counts: Uint8Array.of(1, 1, 2),
      lengths: Uint32Array.of(3, 1),
    });
  });

  it("reads counts that add up to more than a row's length", () => {
    expect(read({ lengths: [2, 0] }).lengths).toEqual(Uint32Array.of(2, 0));
  });

  it.each([
    ["a row twice", { perTerm: [[2, 3, 1], sound.perTerm[1]!] }, "row is out of range"],
    ["a row beyond the last", { perTerm: [[2, 3, 5], sound.perTerm[1]!] }, "row is out of range"],
    [
      "a count of zero",
      {
        perTerm: [
          [2, 3, 3],
          [1, 2, 0],
        ],
      },
      "count is out of range",
    ],
    [
      "a count above the largest",
      {
        perTerm: [
          [2, 3, 3],
          [1, 2, 3],
        ],
      },
      "count is out of range",
    ],
    ["a term without rows", { perTerm: [[2, 3, 3], [0]] }, "too few or too many rows"],
    ["more rows than there are", { total: 2 }, "too few or too many rows"],
    ["fewer rows than there are", { total: 4 }, "do not add up"],
    ["a length that is too large", { lengths: [4, 1] }, "do not add up"],
    ["a length of 2^32", { lengths: [2 ** 32, 1] }, "length is out of range"],
    ["a term twice", { joined: "aa" }, "terms are damaged"],
    ["terms longer than their text", { termLengths: [1, 2] }, "terms are damaged"],
    ["terms shorter than their text", { joined: "abc" }, "terms are damaged"],
  ])("refuses %s", (_, changes, message) => {
    expect(() => read(changes)).toThrow(
      expect.objectContaining({
        code: "corrupt-index",
        message: expect.stringContaining(message),
      }),
    );
  });
});
