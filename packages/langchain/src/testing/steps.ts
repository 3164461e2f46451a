import { type AgentAnswer, type AgentStep, type Evidence, PsiError, type Usage } from "@psi/core";
import type { AskOptions } from "@psi/rag";
import { foundNode } from "../fake-retriever.js";

export const NO_USAGE: Usage = {
  modelCalls: 0,
  promptTokens: 0,
  completionTokens: 0,
  estimated: false,
  embedderCalls: 0,
  milliseconds: 0,
};

const LIGHTHOUSE = foundNode("p0", 2, {
  text: "The lighthouse was built by Mara Quill. It is white.",
  metadata: { title: "Harbour" },
});
const BIRTH = foundNode("p1", 1, { text: "Mara Quill was born in Oster." });

function evidence(found: Evidence["found"], number: number): Evidence {
  return { number, found, rank: number, round: 1, query: "q" };
}

/** The answer to where the builder was born: both passages are cited, the first one twice. */
export function answerWith(more: Partial<AgentAnswer> = {}): AgentAnswer {
  return {
    text: "In Oster [2], since Mara Quill built it [1].",
    answered: true,
    citations: [
      { number: 2, passageId: "p1", start: 0, end: 29 },
      { number: 1, passageId: "p0", start: 0, end: 39 },
      { number: 1, passageId: "p0", start: 40, end: 52 },
    ],
    evidence: [evidence(LIGHTHOUSE, 1), evidence(BIRTH, 2)],
    ending: "answered",
    notes: [],
    usage: NO_USAGE,
    ...more,
  };
}

export const FAILURE: PsiError = new PsiError("model-failed", "The model failed: out of memory.");

/** One round, a decision, and the answer. */
export function stepsTo(answer: AgentAnswer): readonly AgentStep[] {
  return [
    {
      kind: "retrieval",
      round: 1,
      queries: ["q"],
      found: [[LIGHTHOUSE, BIRTH]],
      milliseconds: 1,
    },
    { kind: "decision", action: { kind: "answer", text: answer.text }, usage: NO_USAGE },
    { kind: "answer", answer },
  ];
}

/** Something to ask that keeps what it was asked, and says whether its reader left early. */
export interface FakeSource {
  readonly calls: { readonly question: string; readonly options: AskOptions }[];
  readonly ended: () => readonly ("read" | "left")[];
  /** How many questions were under way at once, at most. */
  readonly busiest: () => number;
  steps(question: string, options?: AskOptions): AsyncIterable<AgentStep>;
}

/** @param before what is done in front of each step, inside the run. */
export function fakeSource(
  steps: readonly AgentStep[],
  before: (question: string, options: AskOptions) => Promise<unknown> = async () => {},
): FakeSource {
  const calls: FakeSource["calls"] = [];
  const ended: ("read" | "left")[] = [];
  let busy = 0;
  let busiest = 0;
  return {
    calls,
    ended: () => ended,
    busiest: () => busiest,
    async *steps(question, options = {}) {
      calls.push({ question, options });
      busiest = Math.max(busiest, ++busy);
      let left = true;
      try {
        for (const step of steps) {
          await before(question, options);
          yield step;
        }
        left = false;
      } finally {
        busy--;
        ended.push(left ? "left" : "read");
      }
    },
  };
}
