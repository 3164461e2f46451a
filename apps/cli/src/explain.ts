import type { LinkReason, ScoredNode } from "@psi/core";
import type { Contribution } from "@psi/fusion";
import { type Watched, watched, weightsFor } from "./candidates.js";
import type { FusionFlags } from "./fusion-choice.js";
import { type FusionChoice, fusionChoice } from "./fusion-choice.js";
import { ranksOf } from "./render/passage-view.js";

/** Why a passage stands where it stands. */
export interface Explained {
  readonly id: string;
  /** Its rank, from 1, in each list that it stood in. */
  readonly ranks: Readonly<Record<string, number>>;
  /** The largest first, whether they raise or lower the score; empty where ranks alone are merged. */
  readonly contributions: readonly Contribution[];
  readonly reasons?: readonly LinkReason[];
}

const mostContributions = 6;

/** A fusion that can say afterwards why it ordered the passages as it did. */
export interface ExplainingFusion extends Watched {
  explain(found: readonly ScoredNode[]): Promise<readonly Explained[]>;
}

/** The fusion that the flags ask for, able to explain itself. */
export async function explainingFusion(flags: FusionFlags): Promise<ExplainingFusion> {
  const choice = await fusionChoice(flags);
  const { shippedFusion } = await import("@psi/fusion");
  const fusion = watched(choice.fuse ?? shippedFusion());
  const byRanks = flags.fuse === "rrf";
  return {
    ...fusion,
    explain: (found) => explained(found, fusion.last(), byRanks ? undefined : choice),
  };
}

async function explained(
  found: readonly ScoredNode[],
  candidates: readonly ScoredNode[],
  choice: FusionChoice | undefined,
): Promise<readonly Explained[]> {
  const { contributions } = await import("@psi/fusion");
  const weights = choice && (await weightsFor(candidates, choice.weights));
  const positions = new Map(candidates.map(({ node }, position) => [node.id, position]));
  return found.map(({ node, signals, reasons }) => {
    const position = positions.get(node.id);
    const all =
      weights && position !== undefined ? contributions(weights, candidates, position) : [];
    return {
      id: node.id,
      ranks: ranksOf({ ...(signals && { signals }) }),
      contributions: largest(all),
      ...(reasons && { reasons }),
    };
  });
}

function largest(all: readonly Contribution[]): readonly Contribution[] {
  return all
    .filter(({ contribution }) => contribution !== 0)
    .sort((a, b) => Math.abs(b.contribution) - Math.abs(a.contribution))
    .slice(0, mostContributions);
}
