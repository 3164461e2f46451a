import fc from "fast-check";
import { expect, it } from "vitest";
import { compareContents } from "./compare-contents.js";

const held = (entries: readonly (readonly [string, string])[]) => ({
  ids: entries.map(([id]) => id),
  passages: entries.map(([, hash]) => hash),
});

it("counts what was added, updated, removed and left, in any order", () => {
  const before = held([
    ["a", "1"],
    ["b", "2"],
    ["c", "3"],
  ]);
  const after = { ids: ["d", "c", "a"], hashes: ["4", "3", "9"] };
  expect(compareContents(before, after)).toEqual({
    added: { count: 1, ids: ["d"] },
    updated: { count: 1, ids: ["a"] },
    removed: { count: 1, ids: ["b"] },
    unchanged: 1,
  });
  expect(compareContents(undefined, after).added).toEqual({ count: 3, ids: ["d", "c", "a"] });
});

it("names a hundred ids of each kind, and counts all", () => {
  const ids = Array.from({ length: 250 }, (_, i) => `p${i}`);
  const { added } = compareContents(undefined, { ids, hashes: ids });
  expect(added).toEqual({ count: 250, ids: ids.slice(0, 100) });
});

it("sorts every passage of both sides into one kind", () => {
  const contents = fc.dictionary(
    fc.constantFrom("a", "b", "c", "d", "e"),
    fc.constantFrom("1", "2"),
  );
  fc.assert(
    fc.property(contents, contents, (before, after) => {
      const changes = compareContents(held(Object.entries(before)), {
        ids: Object.keys(after),
        hashes: Object.values(after),
      });
      const { added, updated, removed, unchanged } = changes;
      expect(added.ids).toEqual(Object.keys(after).filter((id) => !Object.hasOwn(before, id)));
      expect(removed.ids).toEqual(Object.keys(before).filter((id) => !Object.hasOwn(after, id)));
      expect(added.count + updated.count + unchanged).toBe(Object.keys(after).length);
      expect(removed.count + updated.count + unchanged).toBe(Object.keys(before).length);
      for (const id of updated.ids) expect(before[id]).not.toBe(after[id]);
    }),
  );
});
