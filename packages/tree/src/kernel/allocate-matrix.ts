import { type Matrix, requireWhole } from "@psi/core";
import { kernel } from "./kernel.js";

/**
 * A matrix of zeros in the memory that the dot-product kernel works on, so that growing and scanning need
 * no copy of it. Every function here also takes any other matrix, and is slower by a copy. Small matrices,
 * and those of more than 4 GB, are ordinary arrays.
 *
 * `data.buffer` holds more than the matrix: to store or send the numbers, use `data`, never its buffer.
 * The buffer cannot be transferred to another thread.
 *
 * @throws PsiError `invalid-option` for sizes that are not whole, rows below 0 or dimensions below 1.
 */
export function allocateMatrix(rows: number, dimensions: number): Matrix {
  requireWhole("rows", rows, 0);
  requireWhole("dimensions", dimensions, 1);
  return kernel().allocate(rows, dimensions);
}
