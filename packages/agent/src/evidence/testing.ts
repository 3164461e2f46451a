import type { Evidence, ScoredNode } from "@psi/core";

/** A passage as a retriever finds it. */
export function foundText(
  id: string,
  text: string,
  metadata: Readonly<Record<string, unknown>> = {},
): ScoredNode {
  return { node: { row: 0, id, layer: 0, text, metadata }, score: 1 };
}

/** Passages p1, p2, … with numbers and ranks from 1. */
export function evidenceOf(
  texts: readonly string[],
  metadata: Readonly<Record<string, unknown>> = {},
): readonly Evidence[] {
  return texts.map((text, i) => ({
    number: i + 1,
    found: foundText(`p${i + 1}`, text, metadata),
    rank: i + 1,
    round: 1,
    query: "q",
  }));
}
