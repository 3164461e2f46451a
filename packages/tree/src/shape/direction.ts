import { dot } from "@psi/core";

/** A sum of unit vectors shorter than this has no direction: what is left is rounding. */
const leastLength = 1e-6;

/** Adds a vector to a sum, in place. */
export function addTo(sum: Float32Array, vector: Float32Array): void {
  for (let i = 0; i < sum.length; i++) sum[i] = sum[i]! + vector[i]!;
}

/** Scales a sum of unit vectors to length 1, in place. False, and nothing done, where they cancel out. */
export function scaleToUnit(sum: Float32Array): boolean {
  const length = Math.sqrt(dot(sum, sum));
  if (length < leastLength) return false;
  for (let i = 0; i < sum.length; i++) sum[i] = sum[i]! / length;
  return true;
}
