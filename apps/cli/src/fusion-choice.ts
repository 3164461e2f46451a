import { readFile } from "node:fs/promises";
import { type Fusion, isPsiError, PsiError, reciprocalRank } from "@psi/core";
import type { FusionWeights } from "@psi/fusion";
import { InvalidArgumentError } from "commander";

/** How lists are merged, where a command lets the user choose. */
export interface FusionFlags {
  readonly fuse?: "learned" | "rrf";
  readonly weights?: string;
}

/** A fusion that the user chose instead of the index's own, and the weights that it uses, if any. */
export interface FusionChoice {
  readonly fuse?: Fusion;
  readonly weights?: FusionWeights;
}

/**
 * Checks that the flags go together.
 * @throws InvalidArgumentError when they contradict each other
 */
export function checkFusion(flags: FusionFlags, retriever: string | undefined): void {
  const given = flags.fuse !== undefined ? "--fuse" : flags.weights !== undefined && "--weights";
  if (given && retriever !== undefined && retriever !== "hybrid") {
    throw new InvalidArgumentError(
      `${given} is for the hybrid; --retriever ${retriever} has one list and nothing to merge.`,
    );
  }
  if (flags.fuse === "rrf" && flags.weights !== undefined) {
    throw new InvalidArgumentError("--weights is for --fuse learned; rrf looks at ranks alone.");
  }
}

/** What the flags ask for; nothing when the fusion that ships is meant. */
export async function fusionChoice({ fuse, weights: file }: FusionFlags): Promise<FusionChoice> {
  if (fuse === "rrf") return { fuse: reciprocalRank() };
  return file === undefined ? {} : readWeights(file);
}

/** @throws PsiError `unreadable-input`, `invalid-option`, both with the file */
async function readWeights(file: string): Promise<FusionChoice> {
  const { learned } = await import("@psi/fusion");
  const weights = await parsed(file);
  try {
    return { fuse: learned(weights), weights };
  } catch (cause) {
    if (!isPsiError(cause)) throw cause;
    throw new PsiError(cause.code, `${file}: ${cause.message}`, { cause });
  }
}

async function parsed(file: string): Promise<FusionWeights> {
  try {
    return JSON.parse(await readFile(file, "utf8")) as FusionWeights;
  } catch (cause) {
    throw new PsiError(
      "unreadable-input",
      `The weights in ${file} cannot be read. Give a JSON file that psi tune wrote.`,
      { cause },
    );
  }
}
