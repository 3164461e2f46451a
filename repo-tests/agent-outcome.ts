import { setTimeout as sleep } from "node:timers/promises";
import { type AgentAnswer, type AgentStep, memoryStore } from "@psi/core";
import { wordEmbedder } from "@psi/core/testing";
import { type AskOptions, createIndex, type PsiIndex } from "@psi/rag";
import { expect } from "vitest";

/** What the tests ask; it takes two of the passages. */
export const QUESTION = "Where was the builder of the lighthouse of Hollin Point born?";

const PASSAGES: Readonly<Record<string, string>> = {
  lighthouse: "The lighthouse of Hollin Point was built by Mara Quill. It stands on a rock.",
  birth: "Mara Quill, the engineer, was born in Oster in 1841.",
  river: "Oster lies on the river Senn.",
  sheep: "Sheep graze on the moor above the village.",
  mill: "The mill closed after the flood of 1907.",
};

/** A small index with a tree, in memory. */
export function smallIndex(): Promise<PsiIndex> {
  const documents = Object.entries(PASSAGES).map(([id, pageContent]) => ({
    id,
    pageContent,
    metadata: { source: "archive.txt" },
  }));
  return createIndex(memoryStore(), documents, { embedder: wordEmbedder() });
}

/** What came of a question. */
export interface Outcome {
  readonly answer: AgentAnswer;
  /** What was looked up, round by round. */
  readonly queries: readonly (readonly string[])[];
  /** All that a reader of the trace is told. */
  readonly notes: readonly string[];
}

/**
 * Asks, and checks what always holds: one answer, at the end, after no more rounds than were allowed, with
 * citations of what was found, and nothing that is thrown and caught by nobody, then or soon after.
 */
export async function outcomeOf(
  index: PsiIndex,
  options: AskOptions & { readonly question?: string },
): Promise<Outcome> {
  const { question = QUESTION, ...asked } = options;
  const unheard: unknown[] = [];
  const hear = (reason: unknown): void => void unheard.push(reason);
  process.on("unhandledRejection", hear);
  try {
    const steps: AgentStep[] = [];
    for await (const step of index.steps(question, { limit: 2, ...asked })) steps.push(step);
    await sleep(20);
    expect(unheard).toEqual([]);
    return checked(steps, (asked.maxRetrievals as number | undefined) ?? 3);
  } finally {
    process.off("unhandledRejection", hear);
  }
}

function checked(steps: readonly AgentStep[], most: number): Outcome {
  const kinds = steps.map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === "answer")).toHaveLength(1);
  const last = steps.at(-1);
  if (last?.kind !== "answer") throw new Error(`The last step is ${last?.kind}.`);
  const { answer } = last;
  const queries = steps.flatMap((step) => (step.kind === "retrieval" ? [step.queries] : []));
  expect(queries.length).toBeLessThanOrEqual(most);
  expect(answer.text).not.toBe("");
  for (const { number, passageId } of answer.citations) {
    const cited = answer.evidence.find((each) => each.number === number);
    expect(cited?.found.node.id).toBe(passageId);
  }
  const decided = steps.flatMap((step) => (step.kind === "decision" ? [step] : []));
  const counted = decided.reduce((sum, { usage }) => sum + usage.modelCalls, 0);
  expect(answer.usage.modelCalls).toBeGreaterThanOrEqual(counted);
  const notes = [...decided.flatMap(({ action }) => action.notes ?? []), ...answer.notes];
  return { answer, queries, notes };
}

/** The ids of the passages that an answer cites, each once. */
export function citedIds({ citations }: AgentAnswer): readonly string[] {
  return [...new Set(citations.map(({ passageId }) => passageId))];
}

/** Waits until something is so. */
export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await sleep(5);
}
