import type { Fusion } from "@psi/core";
import type { FusionWeights } from "./fusion-weights.js";
import { learnedByTier } from "./learned.js";
import vectors from "./weights/vectors.json" with { type: "json" };
import words from "./weights/words.json" with { type: "json" };

/** What a query is answered with: words and links alone, or vectors too. */
export type Tier = "words" | "vectors";

/** The weights that ship, trained on questions of 2WikiMultiHopQA, HotpotQA and MuSiQue: see their origin. */
export function shippedWeights(tier: Tier): FusionWeights {
  return (tier === "vectors" ? vectors : words) as FusionWeights;
}

/** Fuses with the shipped weights: those with vectors where candidates have a cosine, else those without. */
export function shippedFusion(): Fusion {
  return learnedByTier([
    { needs: "tree.cosine", weights: shippedWeights("vectors") },
    { needs: "sparse.bm25", weights: shippedWeights("words") },
  ]);
}
