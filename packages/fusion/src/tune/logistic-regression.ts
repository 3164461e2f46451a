/** What to fit: rows of inputs, 0/1 labels, and how much each squared weight costs. */
export interface RegressionProblem {
  /** Row-major, labels.length x width. */
  readonly rows: Float64Array;
  readonly width: number;
  readonly labels: Uint8Array;
  /** One an input, above 0: a large one keeps its weight near 0. The intercept costs nothing. */
  readonly penalties: Float64Array;
}

/** The weights, one an input, and the intercept. */
export interface Regression {
  readonly weights: Float64Array;
  readonly intercept: number;
}

const STEPS = 25;

/**
 * Logistic regression with an L2 penalty (ridge), by Newton's method: the loss is convex, so a step that does
 * not lower it is halved, and a few steps suffice. O(steps x rows x width^2).
 */
export function logisticRegression(problem: RegressionProblem): Regression {
  const { width } = problem;
  const size = width + 1;
  let theta = new Float64Array(size);
  let loss = lossOf(problem, theta);
  for (let step = 0; step < STEPS; step++) {
    const direction = newtonDirection(problem, theta);
    let scale = 1;
    let next = moved(theta, direction, scale);
    let nextLoss = lossOf(problem, next);
    while (nextLoss > loss && scale > 1e-4) {
      scale /= 2;
      next = moved(theta, direction, scale);
      nextLoss = lossOf(problem, next);
    }
    if (!(nextLoss < loss - 1e-13 * Math.abs(loss))) break;
    theta = next;
    loss = nextLoss;
  }
  return { weights: theta.slice(0, width), intercept: theta[width] as number };
}

function moved(
  theta: Float64Array,
  direction: Float64Array,
  scale: number,
): Float64Array<ArrayBuffer> {
  return Float64Array.from(theta, (value, i) => value - scale * (direction[i] as number));
}

function marginOf({ rows, width }: RegressionProblem, theta: Float64Array, row: number): number {
  let sum = theta[width] as number;
  for (let i = 0; i < width; i++) sum += (rows[row * width + i] as number) * (theta[i] as number);
  return sum;
}

function lossOf(problem: RegressionProblem, theta: Float64Array): number {
  let loss = 0;
  for (let row = 0; row < problem.labels.length; row++) {
    const margin = marginOf(problem, theta, row) * (problem.labels[row] === 1 ? 1 : -1);
    // log(1 + e^-margin), without overflow.
    loss += margin > 0 ? Math.log1p(Math.exp(-margin)) : Math.log1p(Math.exp(margin)) - margin;
  }
  problem.penalties.forEach((penalty, i) => {
    loss += 0.5 * penalty * (theta[i] as number) ** 2;
  });
  return loss;
}

/** The Hessian's inverse times the gradient. */
function newtonDirection(problem: RegressionProblem, theta: Float64Array): Float64Array {
  const { rows, width, labels, penalties } = problem;
  const size = width + 1;
  const gradient = new Float64Array(size);
  const hessian = new Float64Array(size * size);
  const inputs = new Float64Array(size);
  inputs[width] = 1;
  for (let row = 0; row < labels.length; row++) {
    inputs.set(rows.subarray(row * width, (row + 1) * width));
    const probability = 1 / (1 + Math.exp(-marginOf(problem, theta, row)));
    const error = probability - (labels[row] as number);
    const curve = Math.max(probability * (1 - probability), 1e-6);
    for (let i = 0; i < size; i++) {
      const input = inputs[i] as number;
      if (input === 0) continue;
      gradient[i] = (gradient[i] as number) + error * input;
      const weighted = curve * input;
      for (let j = 0; j <= i; j++) {
        hessian[i * size + j] =
          (hessian[i * size + j] as number) + weighted * (inputs[j] as number);
      }
    }
  }
  penalties.forEach((penalty, i) => {
    gradient[i] = (gradient[i] as number) + penalty * (theta[i] as number);
    hessian[i * size + i] = (hessian[i * size + i] as number) + penalty;
  });
  hessian[size * size - 1] = (hessian[size * size - 1] as number) + 1e-6;
  return solved(hessian, gradient);
}

/** Solves a symmetric positive definite system, its lower half given, by Cholesky; overwrites it. */
export function solved(matrix: Float64Array, right: Float64Array): Float64Array {
  const size = right.length;
  const at = (i: number, j: number): number => matrix[i * size + j] as number;
  for (let j = 0; j < size; j++) {
    for (let i = j; i < size; i++) {
      let sum = at(i, j);
      for (let k = 0; k < j; k++) sum -= at(i, k) * at(j, k);
      matrix[i * size + j] = i === j ? Math.sqrt(Math.max(sum, 1e-12)) : sum / at(j, j);
    }
  }
  const x = right.slice();
  for (let i = 0; i < size; i++) {
    for (let k = 0; k < i; k++) x[i] = (x[i] as number) - at(i, k) * (x[k] as number);
    x[i] = (x[i] as number) / at(i, i);
  }
  for (let i = size - 1; i >= 0; i--) {
    for (let k = i + 1; k < size; k++) x[i] = (x[i] as number) - at(k, i) * (x[k] as number);
    x[i] = (x[i] as number) / at(i, i);
  }
  return x;
}
