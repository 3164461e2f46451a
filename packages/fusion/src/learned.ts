import {
  type Fusion,
  mergeLists,
  PsiError,
  rankedBy,
  reciprocalRank,
  type ScoredNode,
} from "@psi/core";
import { decodeWeights, type FusionModel, type FusionWeights } from "./fusion-weights.js";
import { inputRows, standardised } from "./signal-inputs.js";

/**
 * Candidates from which on their spread is trusted. In corpora of 8 and 16 passages recall of all gold passages is
 * .98 and .99 on 2Wiki with 10, .97 and .96 with 30; on single-hop questions both are .995.
 */
const TRUSTED_POOL = 10;

/**
 * Orders candidates by what all retrievers saw of them: linear model and boosted trees over their signals,
 * each model's scores brought to mean 0 and deviation 1 over this query's candidates, and added. Among fewer
 * than ten, as in a corpus of a few passages, every signal is extreme for some of them; there the lists'
 * ranks count as well, the more the fewer there are. Give
 * `hybridRetriever` the option `fillSignals`, so that each retriever also sees what only others found.
 *
 * O(candidates x (inputs + trees x depth)); about a hundred and fifty candidates take milliseconds.
 *
 * @throws PsiError `invalid-option` for weights that are damaged.
 */
export function learned(weights: FusionWeights): Fusion {
  const model = decodeWeights(weights);
  return async (query, lists, { limit, signal } = {}) => {
    signal?.throwIfAborted();
    const candidates = mergeLists(lists);
    const trust = Math.min(1, candidates.length / TRUSTED_POOL);
    const scores = modelScores(model, candidates);
    if (trust === 1) return rankedBy(candidates, (_, i) => scores[i] as number, limit);
    const byModel = standardised(scores);
    const byRank = standardised(await rankScores(query, lists, candidates));
    const blended = (i: number): number =>
      trust * (byModel[i] as number) + (1 - trust) * (byRank[i] as number);
    return rankedBy(candidates, (_, i) => blended(i), limit);
  };
}

/** The candidates' scores by reciprocal rank fusion. */
async function rankScores(
  query: string,
  lists: readonly (readonly ScoredNode[])[],
  candidates: readonly ScoredNode[],
): Promise<Float64Array> {
  const fused = new Map((await byRanks(query, lists)).map(({ node, score }) => [node.id, score]));
  return Float64Array.from(candidates, ({ node }) => fused.get(node.id) ?? 0);
}

const byRanks = reciprocalRank();

/** The score of each candidate of one query. */
export function modelScores(model: FusionModel, candidates: readonly ScoredNode[]): Float64Array {
  const rows = inputRows(candidates, model.inputs);
  const width = 2 * model.inputs.length;
  const total = new Float64Array(candidates.length);
  for (const { weight, score } of model.models) {
    const scores = Float64Array.from(candidates, (_, i) => score(rows, i * width));
    standardised(scores).forEach((value, i) => {
      total[i] = (total[i] as number) + weight * value;
    });
  }
  return total;
}

/** Weights for each tier, best first: those are used whose signals the candidates have. */
export interface TieredWeights {
  readonly needs: string;
  readonly weights: FusionWeights;
}

/**
 * One fusion for every tier: the first weights whose needed signal any candidate has.
 * @throws PsiError `invalid-option` without weights, or for damaged ones.
 */
export function learnedByTier(tiers: readonly TieredWeights[]): Fusion {
  const last = tiers.at(-1);
  if (last === undefined)
    throw new PsiError("invalid-option", "There are no weights. Give at least one tier.");
  const fusions = tiers.map(({ needs, weights }) => ({ needs, fuse: learned(weights) }));
  return (query, lists, options) => {
    const has = (signal: string): boolean =>
      lists.some((list) => list.some(({ signals }) => signals?.[signal] !== undefined));
    const { fuse } =
      fusions.find(({ needs }) => has(needs)) ?? (fusions.at(-1) as { fuse: Fusion });
    return fuse(query, lists, options);
  };
}
