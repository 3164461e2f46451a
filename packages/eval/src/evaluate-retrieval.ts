import { type CallOptions, isPsiError, PsiError, requireWhole } from "@psi/core";
import type { Dataset, Question } from "./dataset.js";
import { forEachParallel } from "./for-each-parallel.js";
import { allGoldAt } from "./metrics/all-gold-at.js";
import { ndcgAt } from "./metrics/ndcg-at.js";
import { recallAt } from "./metrics/recall-at.js";
import { reciprocalRankOf } from "./metrics/reciprocal-rank-of.js";

/**
 * Finds passages for a question: at most `limit` places, best first. A place is the id of a passage, or the ids
 * of passages that say the same: gold among them counts as found there, and as one where there are several.
 */
export type RetrieveIds = (
  question: string,
  options: CallOptions & { readonly limit: number },
) => Promise<readonly (string | readonly string[])[]>;

export interface EvaluationOptions extends CallOptions {
  /** The most questions to measure, from 1, the first ones that have gold; all when left out. */
  readonly limit?: number;
  /** The cutoffs, each from 1: 2, 5 and 10. The largest is how many passages are asked for. */
  readonly k?: readonly number[];
  /** How many questions are asked at a time, from 1; 1 when left out. */
  readonly concurrency?: number;
  /** Whether questions also count whose gold the set itself calls incomplete; false when left out. */
  readonly incompleteGold?: boolean;
  readonly onProgress?: (progress: { readonly done: number; readonly total: number }) => void;
}

/** Means over some questions. */
export interface Measured {
  readonly questions: number;
  /**
   * By name, 0 to 1: "recall@k" and "allGold@k" for each cutoff k, "ndcg@K" at the largest cutoff K, and
   * "mrr", over the first K passages.
   */
  readonly metrics: Readonly<Record<string, number>>;
}

export interface RetrievalReport extends Measured {
  readonly dataset: string;
  /** Questions that were not measured, having no gold passages or only incomplete ones. */
  readonly uncounted: number;
  /** From the first question asked to the last one measured. */
  readonly seconds: number;
  /** The same for each type of question, by the set's names; empty when it has none. */
  readonly perType: Readonly<Record<string, Measured>>;
  /** The same for each number of hops; empty when the set tells none. */
  readonly perHops: Readonly<Record<string, Measured>>;
}

type Metric = (ranked: readonly string[], gold: readonly string[]) => number;

/**
 * Asks a retriever the questions of a data set and compares what it finds with the gold passages. The
 * figures do not depend on `concurrency`.
 *
 * @throws PsiError naming the question: the retriever's own error code, or `model-failed` where it threw
 *   something else, with what it threw as the cause; `unknown-id` when it finds what is no passage.
 *   `invalid-option` for a set without questions to measure and for options out of range. An aborted call
 *   rejects with the signal's reason.
 */
export async function evaluateRetrieval(
  dataset: Dataset,
  retrieve: RetrieveIds,
  options: EvaluationOptions = {},
): Promise<RetrievalReport> {
  const { k = [2, 5, 10], concurrency = 1, incompleteGold = false, signal, onProgress } = options;
  requireWhole("concurrency", concurrency, 1);
  const limit = requireWhole("limit", options.limit ?? Number.MAX_SAFE_INTEGER, 1);
  const metrics = metricsFor(k);
  const countable = measurable(dataset, incompleteGold);
  const questions = countable.slice(0, limit);
  const search = checkedSearch(dataset, retrieve, Math.max(...k), signal);
  const scores: number[][] = [];
  let done = 0;
  const start = performance.now();
  await forEachParallel(
    questions,
    async (question, position) => {
      const { ranked, gold } = await search(question);
      scores[position] = [...metrics.values()].map((metric) => metric(ranked, gold));
      onProgress?.({ done: ++done, total: questions.length });
    },
    { concurrency, signal },
  );
  const seconds = (performance.now() - start) / 1000;
  const measure = (rows: readonly number[]): Measured => ({
    questions: rows.length,
    metrics: means([...metrics.keys()], rows, scores),
  });
  return {
    dataset: dataset.name,
    ...measure([...questions.keys()]),
    uncounted: dataset.questions.length - countable.length,
    seconds,
    perType: measuredBy(questions, ({ type }) => type, measure),
    perHops: measuredBy(questions, ({ hops }) => hops?.toString(), measure),
  };
}

function metricsFor(k: readonly number[]): ReadonlyMap<string, Metric> {
  if (k.length === 0) {
    throw new PsiError("invalid-option", "k has no cutoffs. Give at least one, such as [5].");
  }
  for (const cutoff of k) requireWhole("each cutoff in k", cutoff, 1);
  const largest = Math.max(...k);
  return new Map<string, Metric>([
    ...k.map((at): [string, Metric] => [`recall@${at}`, (...lists) => recallAt(...lists, at)]),
    ...k.map((at): [string, Metric] => [`allGold@${at}`, (...lists) => allGoldAt(...lists, at)]),
    [`ndcg@${largest}`, (...lists) => ndcgAt(...lists, largest)],
    ["mrr", reciprocalRankOf],
  ]);
}

function measurable(dataset: Dataset, incompleteGold: boolean): readonly Question[] {
  const countable = dataset.questions.filter(
    ({ gold, goldComplete }) => gold.length > 0 && (incompleteGold || goldComplete !== false),
  );
  if (countable.length > 0) return countable;
  throw new PsiError(
    "invalid-option",
    `${dataset.name} has no questions to measure: ${dataset.questions.length} in all, none with (complete) gold passages. Choose a set that has some.`,
  );
}

/** What a question's list is measured by: one id for each place, and the gold to compare them with. */
interface Ranked {
  readonly ranked: readonly string[];
  readonly gold: readonly string[];
}

/** The retriever, cut to the limit, with errors that name the question. */
function checkedSearch(
  dataset: Dataset,
  retrieve: RetrieveIds,
  limit: number,
  signal: AbortSignal | undefined,
): (question: Question) => Promise<Ranked> {
  const known = new Set(dataset.passages.map(({ id }) => id));
  const call = signal === undefined ? { limit } : { limit, signal };
  return async ({ id, question, gold }) => {
    let places: readonly (readonly string[])[];
    try {
      const found = await retrieve(question, call);
      places = found.slice(0, limit).map((place) => [place].flat());
    } catch (cause) {
      throw new PsiError(
        isPsiError(cause) ? cause.code : "model-failed",
        `The retriever failed on the question "${id}" (${question.slice(0, 200)}): ${cause instanceof Error ? cause.message : String(cause)}`,
        { cause },
      );
    }
    const stranger = places.flat().find((each) => !known.has(each));
    if (stranger === undefined) return onePerPlace(places, gold);
    throw new PsiError(
      "unknown-id",
      `For the question "${id}" the retriever found "${stranger}", which is no passage of ${dataset.name}. Return the ids of its passages.`,
    );
  };
}

/** A place with gold has its first gold id. Further gold in it says the same, and is not looked for. */
function onePerPlace(places: readonly (readonly string[])[], gold: readonly string[]): Ranked {
  const wanted = new Set(gold);
  const ranked = places.flatMap((ids) => {
    const [first, ...others] = ids.filter((id) => wanted.has(id));
    for (const other of others) wanted.delete(other);
    return first ?? ids.slice(0, 1);
  });
  return { ranked, gold: [...wanted] };
}

/** The means of the columns of `scores` over some of its rows. */
function means(
  names: readonly string[],
  rows: readonly number[],
  scores: readonly (readonly number[])[],
): Readonly<Record<string, number>> {
  return Object.fromEntries(
    names.map((name, column) => {
      const sum = rows.reduce((total, row) => total + (scores[row]?.[column] as number), 0);
      return [name, sum / rows.length];
    }),
  );
}

/** The questions that have a label, measured label by label, in the labels' order. */
function measuredBy(
  questions: readonly Question[],
  labelOf: (question: Question) => string | undefined,
  measure: (rows: readonly number[]) => Measured,
): Readonly<Record<string, Measured>> {
  const groups = new Map<string, number[]>();
  questions.forEach((question, row) => {
    const label = labelOf(question);
    if (label === undefined) return;
    const group = groups.get(label);
    if (group === undefined) groups.set(label, [row]);
    else group.push(row);
  });
  const labels = [...groups.keys()].sort();
  return Object.fromEntries(labels.map((label) => [label, measure(groups.get(label) as number[])]));
}
