/** A weighted sum of inputs, each first brought to the mean and deviation that it had in training. */
export interface Linear {
  /** One an input. */
  readonly weights: Float32Array;
  readonly means: Float32Array;
  /** Above 0. */
  readonly deviations: Float32Array;
}

/** The score of one row of inputs; its zero point means nothing. O(inputs). */
export function linearScore(
  { weights, means, deviations }: Linear,
  rows: Float64Array,
  start: number,
): number {
  let sum = 0;
  for (let i = 0; i < weights.length; i++) {
    const scaled = ((rows[start + i] as number) - (means[i] as number)) / (deviations[i] as number);
    sum += scaled * (weights[i] as number);
  }
  return sum;
}
