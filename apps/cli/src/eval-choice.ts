import type { Tier } from "@psi/fusion";
import { InvalidArgumentError } from "commander";
import type { RetrievalFlags } from "./command-options.js";

/** The flags of `psi eval` that say what is measured. */
export interface EvalChoiceFlags extends Omit<RetrievalFlags, "retriever"> {
  readonly retriever?: RetrievalFlags["retriever"] | "learned";
  readonly tier?: Tier;
  /** False with --no-titles. */
  readonly titles?: boolean;
}

/** What is measured, nothing left open. */
export interface EvalChoice {
  /** As it was asked for, and as it is reported. */
  readonly name: NonNullable<EvalChoiceFlags["retriever"]>;
  readonly retriever: NonNullable<RetrievalFlags["retriever"]>;
  /** How lists are merged; undefined where there is one. */
  readonly fuse: "learned" | "rrf" | undefined;
  readonly tier: Tier;
  readonly titles: boolean;
  /** Whether the index has links: merging by ranks is measured over tree and words alone. */
  readonly links: boolean;
}

/** @throws InvalidArgumentError when the flags contradict each other */
export function evalChoice(flags: EvalChoiceFlags): EvalChoice {
  const name = flags.retriever ?? "hybrid";
  if (name === "learned" && flags.fuse === "rrf") {
    throw new InvalidArgumentError("--retriever learned merges by weights, not by --fuse rrf.");
  }
  const retriever = name === "learned" ? "hybrid" : name;
  const fuse = retriever === "hybrid" ? (flags.fuse ?? "learned") : undefined;
  const usual = name === "words" || name === "links" ? "words" : "vectors";
  const tier = flags.tier ?? usual;
  if (tier === "hops" && fuse !== "learned") {
    throw new InvalidArgumentError("--tier hops is for --retriever learned.");
  }
  if (name === "tree" && tier === "words") {
    throw new InvalidArgumentError("--retriever tree needs vectors; leave --tier words out.");
  }
  if (name === "words" && tier === "vectors") {
    throw new InvalidArgumentError(
      "--retriever words looks at no vectors; leave --tier vectors out.",
    );
  }
  return { name, retriever, fuse, tier, titles: flags.titles !== false, links: fuse !== "rrf" };
}
