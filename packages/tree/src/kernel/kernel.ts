import type { Matrix } from "@psi/core";
import { plainKernel } from "./plain-kernel.js";
import { simdKernel } from "./simd-kernel.js";

/**
 * Dot products of a matrix's rows with one vector, in 32-bit floats. All kernels add in the same order,
 * so their results are equal to the bit: a tree does not depend on the machine it grew on.
 */
export interface Kernel {
  /** A matrix of zeros, placed where this kernel reads it without a copy. */
  allocate(rows: number, dimensions: number): Matrix;
  /** `out[i]` becomes the product of row `first + i` and the vector, for `count` rows. */
  dots(matrix: Matrix, first: number, count: number, vector: Float32Array, out: Float32Array): void;
  /** `out[i]` becomes the product of row `rows[i]` and the vector. */
  dotsAt(matrix: Matrix, rows: ArrayLike<number>, vector: Float32Array, out: Float32Array): void;
}

let chosen: Kernel | undefined;

/** The fastest kernel of this machine, chosen at the first call. */
export function kernel(): Kernel {
  chosen ??= simdKernel() ?? plainKernel();
  return chosen;
}
