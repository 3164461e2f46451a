import { dot, type Matrix, row } from "@psi/core";
import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { randomPoints } from "../testing/points.js";
import { allocateMatrix } from "./allocate-matrix.js";
import { type Kernel, kernel } from "./kernel.js";
import { plainKernel } from "./plain-kernel.js";
import { simdKernel } from "./simd-kernel.js";
import { type WebAssemblyApi, webAssembly } from "./web-assembly.js";

const plain = plainKernel();
const simd = simdKernel() as Kernel;

function inMemoryOf(owner: Kernel, matrix: Matrix): Matrix {
  const copy = owner.allocate(matrix.data.length / matrix.dimensions, matrix.dimensions);
  copy.data.set(matrix.data);
  return copy;
}

function dots(by: Kernel, matrix: Matrix, first: number, count: number): Float32Array {
  const out = new Float32Array(count);
  by.dots(matrix, first, count, row(matrix, 0), out);
  return out;
}

function dotsAt(by: Kernel, matrix: Matrix, rows: readonly number[]): Float32Array {
  const out = new Float32Array(rows.length);
  by.dotsAt(matrix, rows, row(matrix, 0), out);
  return out;
}

/** The same as toEqual, which takes seconds on arrays of this size. */
function expectEqual(actual: Float32Array, expected: Float32Array): void {
  expect(actual).toHaveLength(expected.length);
  expect(actual.findIndex((value, i) => value !== expected[i])).toBe(-1);
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

describe("both kernels", () => {
  it("are there on this machine, and the fast one is chosen", () => {
    expect(simd).toBeDefined();
    const large = kernel().allocate(100, 400);
    expect(large.data.buffer.byteLength).toBeGreaterThan(large.data.byteLength);
  });

  it("agree to the bit, whatever the dimensions, and with 64-bit sums within rounding", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 83 }), fc.integer(), (dimensions, seed) => {
        const matrix = randomPoints(9, dimensions, seed);
        const expected = dots(plain, matrix, 2, 7);
        expect(dots(simd, matrix, 2, 7)).toEqual(expected);
        expect(dotsAt(simd, matrix, [8, 3, 3])).toEqual(dotsAt(plain, matrix, [8, 3, 3]));
        expected.forEach((value, i) => {
          expect(value).toBeCloseTo(dot(row(matrix, 0), row(matrix, 2 + i)), 5);
        });
      }),
    );
  });

  it.each([
    [1000, 384],
    [300, 385],
    [500, 387],
    [2000, 61],
    [40_000, 1],
    [9000, 5],
  ])(
    "agree on %i x %i rows, in kernel memory, outside of it, and on a view",
    (rows, dimensions) => {
      const matrix = randomPoints(rows, dimensions, 11);
      const expected = dots(plain, matrix, 0, rows);
      const own = inMemoryOf(simd, matrix);
      expect(own.data.buffer.byteLength).toBeGreaterThan(own.data.byteLength);
      expectEqual(dots(simd, own, 0, rows), expected);
      expectEqual(dots(simd, matrix, 0, rows), expected);
      const some = [rows - 1, 0, 17, 17, rows >> 1];
      expectEqual(dotsAt(simd, own, some), dotsAt(plain, matrix, some));
      const view = { data: own.data.subarray(3 * dimensions), dimensions };
      expectEqual(dots(simd, view, 0, 20), dots(plain, view, 0, 20));
      expectEqual(own.data, matrix.data);
    },
  );

  it("agree on rows longer than the scratch memory, and on views that claim longer rows", () => {
    const long = randomPoints(2, 300_000, 3);
    expectEqual(dots(simd, long, 0, 2), dots(plain, long, 0, 2));
    const own = inMemoryOf(simd, randomPoints(200, 384, 4));
    const folded = { data: own.data, dimensions: 200 * 384 };
    expectEqual(dots(simd, folded, 0, 1), dots(plain, folded, 0, 1));
    expectEqual(dotsAt(simd, folded, [0]), dotsAt(plain, folded, [0]));
  });

  it("do nothing for no rows", () => {
    expect(dots(simd, randomPoints(1, 3, 1), 0, 0)).toEqual(new Float32Array(0));
    expect(dotsAt(simd, randomPoints(1, 3, 1), [])).toEqual(new Float32Array(0));
  });
});

describe("hosts that cannot", () => {
  it("fall back without WebAssembly", () => {
    vi.stubGlobal("WebAssembly", undefined);
    expect(simdKernel()).toBeUndefined();
  });

  it("fall back where compiling fails", () => {
    const Module = class {
      constructor() {
        throw new Error("no code generation");
      }
    };
    vi.stubGlobal("WebAssembly", { ...webAssembly(), Module });
    expect(simdKernel()).toBeUndefined();
  });

  it("get plain matrices when no more memory can be had", () => {
    const { Module, Memory, Instance } = webAssembly() as WebAssemblyApi;
    let left = 1;
    const Scarce = class {
      constructor(pages: { initial: number; maximum: number }) {
        if (left-- === 0) throw new RangeError("could not allocate memory");
        // biome-ignore lint/correctness/noConstructorReturn: stands in for the real class
        return new Memory(pages);
      }
    };
    vi.stubGlobal("WebAssembly", { Module, Instance, Memory: Scarce });
    const poor = simdKernel() as Kernel;
    const matrix = poor.allocate(100, 400);
    expect(matrix.data.buffer.byteLength).toBe(matrix.data.byteLength);
    matrix.data.fill(0.05);
    expect(dots(poor, matrix, 0, 100)).toEqual(dots(plain, matrix, 0, 100));
  });

  it("grow the same tree", async () => {
    const { spanningTree } = await import("../shape/spanning-tree.js");
    const fast = spanningTree(randomPoints(300, 61, 9));
    vi.resetModules();
    vi.stubGlobal("WebAssembly", undefined);
    const fresh = await import("../shape/spanning-tree.js");
    expect(fresh.spanningTree(randomPoints(300, 61, 9))).toEqual(fast);
  });
});

describe("allocateMatrix", () => {
  it("gives zeros of the right shape, small and large", () => {
    for (const rows of [0, 1, 10, 2000]) {
      const { data, dimensions } = allocateMatrix(rows, 384);
      expect([data.length, dimensions]).toEqual([rows * 384, 384]);
      expect(data.every((value) => value === 0)).toBe(true);
    }
  });

  it.each([
    [-1, 3],
    [1.5, 3],
    [2, 0],
    [Number.NaN, 3],
    [2, Number.POSITIVE_INFINITY],
  ])("refuses %d rows of %d", (rows, dimensions) => {
    expect(() => allocateMatrix(rows, dimensions)).toThrowError(
      expect.objectContaining({ code: "invalid-option" }),
    );
  });
});
