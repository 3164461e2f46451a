import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readVarints, writeVarints } from "./varints.js";

const number = fc.oneof(fc.nat(300), fc.integer({ min: 0, max: 2 ** 32 - 1 }));

describe("numbers as bytes", () => {
  it("come back as they were", () => {
    fc.assert(
      fc.property(fc.array(fc.array(number)), (arrays) => {
        const bytes = writeVarints(arrays);
        expect(bytes.length % 4).toBe(0);
        const lengths = arrays.map(({ length }) => length);
        expect(readVarints(bytes, lengths).map((each) => [...each])).toEqual(arrays);
      }),
    );
    expect(writeVarints([[1, 127, 128, 5]])).toHaveLength(8);
  });

  it("are refused where some are missing or left over", () => {
    const bytes = writeVarints([[1, 300, 5, 6, 7]]);
    for (const lengths of [[1], [4, 40], [2 ** 40], [Number.NaN]])
      expect(() => readVarints(bytes, lengths)).toThrow(RangeError);
    expect(() => readVarints(Uint8Array.of(255, 255, 255, 255), [1])).toThrow(RangeError);
  });
});
