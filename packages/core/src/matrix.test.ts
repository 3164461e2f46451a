import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isPsiError, type PsiErrorCode } from "./errors.js";
import { dot, fromRows, row, rowCount, writeUnitRow } from "./matrix.js";

const errorOf = (call: () => unknown): { code: PsiErrorCode; message: string } | undefined => {
  try {
    call();
  } catch (thrown) {
    if (isPsiError(thrown)) return { code: thrown.code, message: thrown.message };
    throw thrown;
  }
  return undefined;
};
const number = fc.double({ min: -1e6, max: 1e6, noNaN: true });
const vectors = fc.integer({ min: 1, max: 20 }).chain((width) =>
  fc.array(
    fc
      .array(number, { minLength: width, maxLength: width })
      .filter((vector) => vector.some((value) => Math.abs(value) > 1e-3)),
    { minLength: 1, maxLength: 20 },
  ),
);

describe("fromRows", () => {
  it("keeps each row's direction and makes its length 1", () => {
    fc.assert(
      fc.property(vectors, (rows) => {
        const matrix = fromRows(rows);
        expect(rowCount(matrix)).toBe(rows.length);
        for (const [index, vector] of rows.entries()) {
          const unit = row(matrix, index);
          const length = Math.hypot(...vector);
          expect(unit.length).toBe(vector.length);
          expect(dot(unit, unit)).toBeCloseTo(1, 5);
          for (const [i, value] of vector.entries()) {
            expect(unit[i]).toBeCloseTo(value / length, 5);
          }
        }
      }),
    );
  });

  it("takes typed arrays, very small and very large numbers", () => {
    const matrix = fromRows([Float32Array.of(3, 4), [3e-150, 4e-150], [3e150, 4e150]]);
    for (let i = 0; i < 3; i++) {
      expect([...row(matrix, i)]).toEqual([Math.fround(0.6), Math.fround(0.8)]);
    }
  });

  it("leaves the caller's vectors as they are", () => {
    const given = [3, 4];
    fromRows([given]);
    expect(given).toEqual([3, 4]);
  });

  it("refuses no rows, and rows without numbers", () => {
    expect(errorOf(() => fromRows([]))?.code).toBe("empty-corpus");
    expect(errorOf(() => fromRows([[]]))?.code).toBe("bad-vector");
  });

  it("names the row that is wrong", () => {
    const nameOf = (index: number): string => `passage p-${index}`;
    const wrong = (second: readonly number[]): ReturnType<typeof errorOf> =>
      errorOf(() => fromRows([[1, 0], second], nameOf));
    expect(wrong([1])).toEqual({
      code: "dimension-mismatch",
      message: expect.stringMatching(/passage p-1 has 1 numbers where 2 are expected/),
    });
    expect(wrong([0, -0])).toMatchObject({ code: "bad-vector" });
    expect(wrong([0, 0])?.message).toMatch(/passage p-1 has only zeros/);
    for (const bad of [Number.NaN, Number.POSITIVE_INFINITY, -1e200]) {
      expect(wrong([1, bad])).toMatchObject({ code: "bad-vector" });
      expect(wrong([1, bad])?.message).toMatch(/passage p-1 has numbers that are not finite/);
    }
    expect(errorOf(() => fromRows([[1], [Number.NaN]]))?.message).toContain("row 1");
  });
});

describe("writeUnitRow", () => {
  it("writes one row and no other, and nothing when it throws", () => {
    const target = { data: new Float32Array(6).fill(7), dimensions: 2 };
    writeUnitRow(target, 1, [0, -5], "a text");
    expect([...target.data]).toEqual([7, 7, 0, -1, 7, 7]);
    expect(errorOf(() => writeUnitRow(target, 2, [Number.NaN, 1], "a text"))).toBeDefined();
    expect([...target.data]).toEqual([7, 7, 0, -1, 7, 7]);
  });
});

describe("row and rowCount", () => {
  it("view the data without a copy", () => {
    const matrix = fromRows([
      [1, 0],
      [0, 1],
    ]);
    expect(row(matrix, 1).buffer).toBe(matrix.data.buffer);
    expect([...row(matrix, 1)]).toEqual([0, 1]);
  });

  it("count no rows in an empty matrix", () => {
    expect(rowCount({ data: new Float32Array(), dimensions: 0 })).toBe(0);
    expect(rowCount({ data: new Float32Array(), dimensions: 3 })).toBe(0);
  });
});
