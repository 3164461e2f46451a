import type { Fusion } from "@psi/core";
import type { FusionWeights } from "./fusion-weights.js";
import { learnedByTier } from "./learned.js";
import hops from "./weights/hops.json" with { type: "json" };
import vectors from "./weights/vectors.json" with { type: "json" };
import words from "./weights/words.json" with { type: "json" };

/** What a query is answered with: words and links alone, vectors too, or vectors and a second hop. */
export type Tier = "words" | "vectors" | "hops";

const shipped: Readonly<Record<Tier, unknown>> = { words, vectors, hops };

/** The weights that ship, trained on questions of 2WikiMultiHopQA, HotpotQA and MuSiQue: see their origin. */
export function shippedWeights(tier: Tier): FusionWeights {
  return shipped[tier] as FusionWeights;
}

/** Fuses with the shipped weights of the highest tier whose signals the candidates have. */
export function shippedFusion(): Fusion {
  return learnedByTier([
    { needs: "hop.near", weights: shippedWeights("hops") },
    { needs: "tree.cosine", weights: shippedWeights("vectors") },
    { needs: "sparse.bm25", weights: shippedWeights("words") },
  ]);
}
