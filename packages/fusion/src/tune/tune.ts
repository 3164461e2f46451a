import { PsiError, requireNumber, requireWhole, type ScoredNode } from "@psi/core";
import { decodeWeights, type FusionWeights, packFloats } from "../fusion-weights.js";
import { modelScores } from "../learned.js";
import { inputRows, standardised } from "../signal-inputs.js";
import { logisticRegression } from "./logistic-regression.js";

/** A question with an answer key: what the retrievers found for it, signals filled in, and what is right. */
export interface LabelledCandidates {
  readonly candidates: readonly ScoredNode[];
  /** Ids of the right passages; those that no retriever found count as missed. */
  readonly gold: readonly string[];
}

export interface TuneOptions {
  /** Parts of the questions, each left out of training once to be measured on; 2 to 20, 5 when left out. */
  readonly folds?: number;
  /** How strongly weights are held back, above 0; 3 when left out. */
  readonly penalty?: number;
}

/** Shares of the right passages among the first two and five, averaged over the questions. */
export interface TunedRecall {
  readonly "recall@2": number;
  readonly "recall@5": number;
}

export interface TuneReport {
  /** The new weights, trained on all questions. */
  readonly weights: FusionWeights;
  /** Questions with a right passage among the candidates: the others can teach nothing. */
  readonly questions: number;
  readonly before: TunedRecall;
  /** By cross-validation: no question is measured with weights that have seen it. */
  readonly after: TunedRecall;
  /** Whether the new weights are better by more than chance would make them: use them only then. */
  readonly helps: boolean;
}

/**
 * Fits weights on a user's own questions: what shipped stays, and a linear correction over the same inputs is
 * learned on top of it by logistic regression, so that a few dozen questions can help and cannot destroy.
 *
 * @throws PsiError `invalid-option` for fewer than ten questions with a right passage among the candidates.
 */
export function tune(
  examples: readonly LabelledCandidates[],
  base: FusionWeights,
  { folds = 5, penalty = 3 }: TuneOptions = {},
): TuneReport {
  requireWhole("folds", folds, 2, 20);
  requireNumber("penalty", penalty, 1e-6);
  const prepared = examples.map((example) => prepare(example, base));
  const useful = prepared.filter(({ labels }) => labels.includes(1));
  if (useful.length < 10) {
    throw new PsiError(
      "invalid-option",
      `${useful.length} of ${examples.length} questions have a right passage among their candidates; tuning needs 10, better 50. Check that the ids are those of the index.`,
    );
  }
  const before = useful.map((each) => recalls(each, each.baseScores));
  const after = useful.map(() => ({ "recall@2": 0, "recall@5": 0 }));
  for (let fold = 0; fold < folds; fold++) {
    const correction = fit(
      useful.filter((_, i) => i % folds !== fold),
      penalty,
    );
    useful.forEach((each, i) => {
      if (i % folds === fold) after[i] = recalls(each, corrected(each, correction));
    });
  }
  const gains = useful.map((_, i) => gainOf(before[i] as TunedRecall, after[i] as TunedRecall));
  return {
    weights: withCorrection(base, fit(useful, penalty), useful.length),
    questions: useful.length,
    before: mean(before),
    after: mean(after),
    helps: isRealGain(gains),
  };
}

interface Prepared {
  readonly rows: Float64Array;
  readonly width: number;
  readonly labels: Uint8Array;
  readonly golds: number;
  readonly baseScores: Float64Array;
}

interface Correction {
  readonly weights: Float64Array;
  /** How much the correction's standardised scores count beside the base's. */
  readonly share: number;
}

function prepare({ candidates, gold }: LabelledCandidates, base: FusionWeights): Prepared {
  const model = decodeWeights(base);
  const right = new Set(gold);
  return {
    rows: inputRows(candidates, model.inputs),
    width: 2 * model.inputs.length,
    labels: Uint8Array.from(candidates, ({ node }) => (right.has(node.id) ? 1 : 0)),
    golds: Math.max(1, right.size),
    baseScores: standardised(modelScores(model, candidates)),
  };
}

/** One more input, hardly held back, is the base's own score: the others learn what it gets wrong. */
function fit(examples: readonly Prepared[], penalty: number): Correction {
  const width = (examples[0] as Prepared).width;
  const rows: number[] = [];
  const labels: number[] = [];
  for (const { rows: inputs, labels: right, baseScores } of examples) {
    right.forEach((label, i) => {
      for (let column = 0; column < width; column++) {
        // Only inputs within a question can order its candidates; the raw half is left alone.
        rows.push(column < width / 2 ? 0 : (inputs[i * width + column] as number));
      }
      rows.push(baseScores[i] as number);
      labels.push(label);
    });
  }
  const penalties = new Float64Array(width + 1).fill(penalty);
  penalties[width] = 1e-3;
  const { weights } = logisticRegression({
    rows: Float64Array.from(rows),
    width: width + 1,
    labels: Uint8Array.from(labels),
    penalties,
  });
  const own = weights.slice(0, width);
  const spreads = examples.map((each) => spreadOf(correctionScores(each, own)));
  const spread = spreads.reduce((sum, value) => sum + value, 0) / spreads.length;
  return { weights: own, share: spread / Math.max(weights[width] as number, 1e-3) };
}

function correctionScores({ rows, width, labels }: Prepared, weights: Float64Array): Float64Array {
  return Float64Array.from(labels, (_, i) => {
    let sum = 0;
    for (let column = 0; column < width; column++) {
      sum += (rows[i * width + column] as number) * (weights[column] as number);
    }
    return sum;
  });
}

function spreadOf(values: Float64Array): number {
  const average = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - average) ** 2, 0) / values.length);
}

function corrected(example: Prepared, { weights, share }: Correction): Float64Array {
  const scores = standardised(correctionScores(example, weights));
  return example.baseScores.map((score, i) => score + share * (scores[i] as number));
}

function recalls({ labels, golds }: Prepared, scores: Float64Array): TunedRecall {
  const order = [...scores.keys()].sort(
    (a, b) => (scores[b] as number) - (scores[a] as number) || a - b,
  );
  const among = (k: number): number =>
    order.slice(0, k).filter((i) => labels[i] === 1).length / golds;
  return { "recall@2": among(2), "recall@5": among(5) };
}

function mean(all: readonly TunedRecall[]): TunedRecall {
  const average = (k: keyof TunedRecall): number =>
    all.reduce((sum, each) => sum + each[k], 0) / all.length;
  return { "recall@2": average("recall@2"), "recall@5": average("recall@5") };
}

function gainOf(before: TunedRecall, after: TunedRecall): number {
  return after["recall@2"] - before["recall@2"] + after["recall@5"] - before["recall@5"];
}

/** Whether the mean gain is more than one standard error above zero. */
function isRealGain(gains: readonly number[]): boolean {
  const average = gains.reduce((sum, gain) => sum + gain, 0) / gains.length;
  const variance = gains.reduce((sum, gain) => sum + (gain - average) ** 2, 0) / (gains.length - 1);
  return average > Math.sqrt(variance / gains.length) && average > 0;
}

function withCorrection(
  base: FusionWeights,
  { weights, share }: Correction,
  questions: number,
): FusionWeights {
  const total = base.models.reduce((sum, { weight = 1 }) => sum + weight, 0);
  const width = weights.length;
  return {
    ...base,
    models: [
      ...base.models,
      {
        kind: "linear",
        // The base's scores are standardised after they are added: their spread is about that of all its models.
        weight: share * total,
        weights: packFloats([...weights]),
        means: packFloats(new Array<number>(width).fill(0)),
        deviations: packFloats(new Array<number>(width).fill(1)),
      },
    ],
    origin: { ...base.origin, tunedOn: `${questions} questions` },
  };
}
