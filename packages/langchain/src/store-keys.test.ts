import fc from "fast-check";
import { expect, it } from "vitest";
import { decodedKey, encodedKey } from "./store-keys.js";

const keys = fc.string({ unit: "binary-ascii", maxLength: 40 });

it("gives keys that the strictest store takes, and gives them back", () => {
  fc.assert(
    fc.property(keys, (key) => {
      const stored = encodedKey(key);
      expect(stored).toMatch(/^[A-Za-z0-9_.-]*$/);
      expect(decodedKey(stored)).toBe(key);
    }),
  );
});

it("never gives two keys one name, and keeps prefixes", () => {
  fc.assert(
    fc.property(keys, keys, (a, b) => {
      expect(encodedKey(a) === encodedKey(b)).toBe(a === b);
      expect(encodedKey(a + b)).toBe(encodedKey(a) + encodedKey(b));
    }),
  );
});

it("is readable for the keys of an index", () => {
  expect(encodedKey("passage/0af3")).toBe("passage.0af3");
});

it.each(["other store's", "a_zz", "a_2", "a_2F", "a_61", "ä"])(
  "does not take %s for one of ours",
  (stored) => {
    expect(decodedKey(stored)).toBeUndefined();
  },
);
