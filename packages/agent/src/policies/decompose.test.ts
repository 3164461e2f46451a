import type { AgentStep } from "@psi/core";
import {
  runContract,
  scriptedModel,
  testAgentPolicy,
  wordOverlapRetriever,
} from "@psi/core/testing";
import { describe, expect, it } from "vitest";
import { ask } from "../ask.js";
import { run } from "../run.js";
import { decompose } from "./decompose.js";

const passages = [
  "The Petrel was built by Hendry Pask in 1840.",
  "Hendry Pask was born in Harsett.",
  "The Plover was built by Edith Sarn.",
];
const retriever = wordOverlapRetriever(passages);
const question = "Where was the builder of the Petrel born?";

async function stepsOf(replies: readonly string[], maxRetrievals = 3): Promise<AgentStep[]> {
  const policy = decompose(scriptedModel(replies));
  const steps: AgentStep[] = [];
  for await (const step of run(question, { retriever, policy, maxRetrievals, limit: 2 }))
    steps.push(step);
  return steps;
}

const queriesOf = (steps: readonly AgentStep[]): readonly (readonly string[])[] =>
  steps.flatMap((step) => (step.kind === "retrieval" ? [step.queries] : []));
const answerOf = (steps: readonly AgentStep[]): string =>
  steps.flatMap((step) => (step.kind === "answer" ? [step.answer.text] : [])).join();

describe("decompose", () => {
  runContract(
    testAgentPolicy(() =>
      decompose({ invoke: async () => ({ content: "1. Who?\nAnswer: Harsett [1]" }) } as never),
    ),
    it,
  );

  it("plans, fills earlier answers into later parts, and answers", async () => {
    const steps = await stepsOf([
      "Here is the plan:\n1. Who built the Petrel?\n2. Where was #1 born?",
      "Answer: Hendry Pask [1]",
      "Answer: Harsett [2]",
      "Answer: Harsett [2]",
    ]);
    expect(queriesOf(steps)).toEqual([["Who built the Petrel?"], ["Where was Hendry Pask born?"]]);
    expect(answerOf(steps)).toBe("Harsett [2]");
    const plans = steps.flatMap((step) =>
      step.kind === "decision" && step.action.kind === "retrieve" ? [step.action.plan] : [],
    );
    expect(plans.at(-1)).toEqual([
      { question: "Who built the Petrel?", answer: "Hendry Pask [1]" },
      { question: "Where was #1 born?" },
    ]);
  });

  it("looks up together what does not depend on one another", async () => {
    const steps = await stepsOf([
      "1. Who built the Petrel?\n2. Who built the Plover?\n3. Did #1 know #2?",
      "Answer: Pask",
      "Answer: Sarn",
      "Answer: Not mentioned",
      "Answer: Not mentioned",
    ]);
    expect(queriesOf(steps)).toEqual([
      ["Who built the Petrel?", "Who built the Plover?"],
      ["Did Pask know Sarn?"],
    ]);
  });

  it.each([
    ["no plan", "I cannot do that"],
    ["an empty reply", ""],
    ["a part that waits for itself", "1. What is #1?"],
    ["a part that waits for none that there is", "1. What is #9 of it?"],
  ])("comes to an end with %s", async (_, plan) => {
    const steps = await stepsOf([plan, "Answer: a", "Answer: b", "Answer: c"]);
    expect(queriesOf(steps)).toHaveLength(1);
    expect(answerOf(steps)).toBe("b");
  });

  it("answers with open parts when no retrieval is left", async () => {
    const steps = await stepsOf(
      ["1. Who built the Petrel?\n2. Where was #1 born?", "Answer: Pask", "Answer: Not mentioned"],
      1,
    );
    expect(queriesOf(steps)).toHaveLength(1);
    expect(answerOf(steps)).toBe("Not mentioned");
  });

  it("plans in Chinese for a Chinese question", async () => {
    const model = scriptedModel(["1、谁建造了海燕号？", "回答：林远山", "回答：林远山 [1]"]);
    const answer = await ask("海燕号是谁建造的？", { retriever, policy: decompose(model) });
    expect(answer.text).toContain("林远山");
    expect(JSON.stringify(model.calls[0])).toContain("小问题");
  });
});
