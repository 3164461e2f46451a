import type { Layer } from "./hop-weights.js";

/**
 * The probability of each class: layers with what is below 0 cut off between them (ReLU), and a softmax at
 * the end. O(weights).
 */
export function classify(layers: readonly Layer[], vector: ArrayLike<number>): number[] {
  let values = vector;
  for (const [depth, { inputs, weights, biases }] of layers.entries()) {
    const last = depth === layers.length - 1;
    values = Array.from(biases, (bias, output) => {
      let sum = bias;
      const start = output * inputs;
      for (let i = 0; i < inputs; i++) sum += weights[start + i]! * values[i]!;
      return last ? sum : Math.max(0, sum);
    });
  }
  return softmax(Array.from(values));
}

/** Scaled so that they add up to 1. The largest is taken off first, so that no exponential overflows. */
function softmax(values: readonly number[]): number[] {
  const largest = Math.max(...values);
  const powers = values.map((value) => Math.exp(value - largest));
  const sum = powers.reduce((all, power) => all + power, 0);
  return powers.map((power) => power / sum);
}
