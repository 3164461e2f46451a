import {
  runContract,
  scriptedModel,
  testAgentPolicy,
  wordOverlapRetriever,
} from "@psi/core/testing";
import { describe, expect, it } from "vitest";
import { ask } from "../ask.js";
import { run } from "../run.js";
import { interleave } from "./interleave.js";

const passages = [
  "The Petrel was built by Hendry Pask in 1840.",
  "Hendry Pask was born in Harsett.",
  "Harsett is a village without a harbour.",
  "It rained for a week.",
];
const retriever = wordOverlapRetriever(passages);
const question = "Where was the builder of the Petrel born?";

describe("interleave", () => {
  runContract(
    testAgentPolicy(() =>
      interleave({ invoke: async () => ({ content: "Answer: Harsett [1]" }) } as never),
    ),
    it,
  );

  it("looks each sentence up, without its marks, until the model concludes", async () => {
    const model = scriptedModel([
      "The Petrel was built by the shipwright Hendry Pask [1]. He was born somewhere.",
      "So the answer is: Harsett [2]",
      "Answer: Harsett [2]",
    ]);
    const queries: string[][] = [];
    for await (const step of run(question, { retriever, policy: interleave(model), limit: 2 })) {
      if (step.kind === "retrieval") queries.push([...step.queries]);
      if (step.kind === "answer") {
        expect(step.answer.text).toMatch(/^Harsett \[\d\]$/);
        expect(step.answer.citations).toHaveLength(1);
      }
    }
    expect(queries).toEqual([[question], ["The Petrel was built by the shipwright Hendry Pask."]]);
    const [, second, last] = model.calls as [string, string][][];
    expect(second?.[1]?.[1]).toContain("- The Petrel was built by the shipwright Hendry Pask [1].");
    expect(last?.at(-1)?.[1]).toContain("Sentences so far:");
  });

  it.each([
    ["repeats what was looked up", question],
    ["says nothing", ""],
    ["answers at once", "Answer: Harsett"],
    ["concludes in Chinese", "答案是：Harsett"],
  ])("answers when the model %s", async (_, reply) => {
    const model = scriptedModel([reply, "Answer: Harsett"]);
    const answer = await ask(question, { retriever, policy: interleave(model) });
    expect(answer).toMatchObject({ text: "Harsett", ending: "answered" });
    expect(model.calls).toHaveLength(2);
  });

  it("stops at the last retrieval and answers with what it has", async () => {
    const model = scriptedModel(["One thing is so.", "Answer: Harsett"]);
    const answer = await ask(question, { retriever, policy: interleave(model), maxRetrievals: 2 });
    expect(answer.text).toBe("Harsett");
  });
});
