import type { AgentState, Evidence, ScoredNode } from "@psi/core";

/** Evidence of one round, best first, numbered from 1. */
export function evidenceOf(texts: readonly string[], query = "Q?"): readonly Evidence[] {
  return texts.map((text, row) => ({
    number: row + 1,
    found: foundIn(text, row),
    rank: row + 1,
    round: 1,
    query,
  }));
}

/** The state before anything was looked up. */
export function startOf(question: string): AgentState {
  return { question, rounds: [], evidence: [], actions: [], retrievalsLeft: 3 };
}

/** The state after one round for the question, which found these texts. */
export function stateOf(
  question: string,
  texts: readonly string[],
  more: Partial<AgentState> = {},
): AgentState {
  return {
    question,
    rounds: [{ queries: [question], found: [texts.map(foundIn)] }],
    evidence: evidenceOf(texts, question),
    actions: [{ kind: "retrieve", queries: [question] }],
    retrievalsLeft: 2,
    ...more,
  };
}

function foundIn(text: string, row: number): ScoredNode {
  return { node: { row, id: `p${row}`, layer: 0, text, metadata: {} }, score: 1 / (row + 1) };
}
