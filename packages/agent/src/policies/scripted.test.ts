import { type AgentPolicy, type AgentState, isPsiError } from "@psi/core";
import { wordOverlapRetriever } from "@psi/core/testing";
import { expect, it } from "vitest";
import { ask } from "../ask.js";
import { run } from "../run.js";
import { scripted } from "./scripted.js";

const retriever = wordOverlapRetriever(["Ann is a doctor.", "Ben is a baker.", "Cid is a cook."]);

it("looks up an entry a round, then answers extractively", async () => {
  const rounds: unknown[] = [];
  for await (const step of run("Who?", { retriever, policy: scripted(["Ann", ["Ben", "Cid"]]) })) {
    if (step.kind === "retrieval") rounds.push(step.queries);
    if (step.kind === "answer") rounds.push(step.answer.text);
  }
  expect(rounds).toEqual([
    ["Ann"],
    ["Ben", "Cid"],
    "Ann is a doctor. [1]\nBen is a baker. [2]\nCid is a cook. [3]",
  ]);
});

it("answers with what it has when the script is longer than maxRetrievals", async () => {
  const answer = await ask("Who?", {
    retriever,
    policy: scripted(["Ann", "Ben"]),
    maxRetrievals: 1,
  });
  expect([answer.ending, answer.text]).toEqual(["answered", "Ann is a doctor. [1]"]);
});

it("answers without looking anything up when the script is empty", async () => {
  expect(await ask("Ann?", { retriever, policy: scripted([]) })).toMatchObject({
    ending: "answered",
    answered: false,
    evidence: [],
  });
});

it("lets another policy answer, which must", async () => {
  const seen: AgentState[] = [];
  const answerWith: AgentPolicy = {
    name: "last",
    async decide(state) {
      seen.push(state);
      return { kind: "answer", text: "Ann [1]" };
    },
  };
  const answer = await ask("Who?", { retriever, policy: scripted(["Ann"], { answerWith }) });
  expect(seen.map(({ retrievalsLeft, rounds }) => [retrievalsLeft, rounds.length])).toEqual([
    [0, 1],
  ]);
  expect(answer.text).toBe("Ann [1]");
});

it.each([[[""]], [[" ", "\n"]], [[]]])("refuses a round without a query: %j", (entry) => {
  const refused = (): unknown => scripted(["a", entry]);
  expect(refused).toThrow("The script's round 2 has no query.");
  expect(refused).toThrow(expect.toSatisfy((thrown) => isPsiError(thrown, "invalid-option")));
});

it("stops at the signal", async () => {
  const context = { signal: AbortSignal.abort("enough"), invoke: async () => ({}) };
  const state = { question: "q", rounds: [], evidence: [], actions: [], retrievalsLeft: 1 };
  await expect(scripted(["a"]).decide(state, context)).rejects.toBe("enough");
});
