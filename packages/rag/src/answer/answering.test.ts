import { scripted } from "@psi/agent";
import { type AgentStep, memoryStore } from "@psi/core";
import { scriptedModel, wordEmbedder } from "@psi/core/testing";
import { describe, expect, it } from "vitest";
import { createIndex, openIndex } from "../open-index.js";
import { archive } from "../testing/archive.js";

const question = "Who mended something in the year 1719?";

async function indexed(): Promise<Awaited<ReturnType<typeof createIndex>>> {
  return createIndex(memoryStore(), archive(40), { embedder: wordEmbedder({ dimensions: 384 }) });
}

async function stepsOf(steps: AsyncIterable<AgentStep>): Promise<AgentStep[]> {
  const all: AgentStep[] = [];
  for await (const step of steps) all.push(step);
  return all;
}

describe("asking an index", () => {
  it("reads and answers with a model, and counts what it costs", async () => {
    const index = await indexed();
    const model = scriptedModel(["Retrieve: the light in 1718", "Answer: Quarrie [1], not [99]"]);
    const steps = await stepsOf(
      index.steps(question, { model, prices: { prompt: 1, completion: 2 } }),
    );
    expect(steps.map(({ kind }) => kind)).toEqual([
      "decision",
      "retrieval",
      "decision",
      "retrieval",
      "decision",
      "answer",
    ]);
    const last = steps.at(-1);
    if (last?.kind !== "answer") throw new Error("There is no answer.");
    expect(last.answer).toMatchObject({
      text: "Quarrie [1], not",
      ending: "answered",
      usage: { modelCalls: 2, embedderCalls: 2, estimated: true },
    });
    expect(last.answer.usage.cost).toBeGreaterThan(0);
    expect(last.answer.notes.join()).toContain("[99]");
  });

  it("goes by the policy it is given, over any of its retrievers", async () => {
    const index = await indexed();
    const policy = scripted(["1719", ["1720", "1721"]]);
    const { evidence } = await index.ask(question, { policy, retriever: "words", limit: 1 });
    expect(evidence.map(({ found }) => found.node.id)).toEqual(["a-19", "a-20", "a-21"]);
    expect(evidence.map(({ number, rank, round }) => [number, rank, round])).toEqual([
      [1, 1, 1],
      [2, 1, 2],
      [3, 1, 2],
    ]);
  });

  it("puts abstracts among the evidence of a long answer, and only there", async () => {
    const index = await indexed();
    const layersOf = async (answerLength: "medium" | "long"): Promise<number[]> => {
      const { evidence } = await index.ask("What is known of Amory?", { answerLength });
      return evidence.map(({ found }) => found.node.layer);
    };
    expect((await layersOf("medium")).every((layer) => layer === 0)).toBe(true);
    expect((await layersOf("long")).filter((layer) => layer > 0)).toHaveLength(3);
  });

  it("guesses how often to look from the question's vector", async () => {
    const index = await indexed();
    const model = scriptedModel(new Array(9).fill("Retrieve: more and more"));
    const steps = await stepsOf(index.steps(question, { model, maxRetrievals: "auto" }));
    const rounds = steps.filter(({ kind }) => kind === "retrieval").length;
    expect(rounds).toBeGreaterThanOrEqual(1);
    expect(rounds).toBeLessThanOrEqual(4);
    const words = await createIndex(memoryStore(), archive(3), { embedder: false });
    await expect(words.ask(question, { maxRetrievals: "auto" })).rejects.toMatchObject({
      code: "invalid-option",
    });
  });

  it("looks for what is asked beyond the best passages, where there are vectors and links", async () => {
    const index = await indexed();
    const embedder = wordEmbedder({ dimensions: 384 });
    const counted = await createIndex(memoryStore(), archive(40), { embedder });
    const before = embedder.embedded.length;
    const found = await counted.search(question, { secondHop: true });
    expect(found[0]?.signals?.["hop.near"]).toBeDefined();
    expect(embedder.embedded.length - before).toBe(6);
    expect((await index.search(question))[0]?.signals?.["hop.near"]).toBeUndefined();
    const words = await createIndex(memoryStore(), archive(3), { embedder: false });
    await expect(words.search(question, { secondHop: true })).rejects.toMatchObject({
      code: "invalid-option",
    });
  });

  it("converses: a follow-up is rewritten, limits hold for all of it", async () => {
    const index = await indexed();
    const model = scriptedModel([
      "Answer: Quarrie [1]",
      "What did Quarrie do in 1719?",
      "Answer: mended [1]",
    ]);
    const chat = index.chat({ model, maxTokens: 1e6 });
    await chat.ask(question);
    const steps = await stepsOf(chat.steps("What did he do then?"));
    expect(steps[0]).toMatchObject({
      kind: "rewriting",
      standalone: "What did Quarrie do in 1719?",
    });
    expect(chat.turns.map(({ answer }) => answer)).toEqual(["Quarrie [1]", "mended [1]"]);
    expect(chat.usage.modelCalls).toBe(3);
  });

  it("ends a question of a conversation in time, also while it is rewritten", async () => {
    const index = await indexed();
    const model = scriptedModel(["Answer: Quarrie [1]", () => new Promise(() => {})]);
    const chat = index.chat({ model, timeout: 2_000 });
    await chat.ask(question);
    expect(await chat.ask("What did he do then?")).toMatchObject({ ending: "timeout" });
  });

  it("says what it cannot do: an empty question, a closed index; and answers from nothing", async () => {
    const index = await openIndex(memoryStore(), { embedder: wordEmbedder() });
    expect(await index.ask("Who?")).toMatchObject({ answered: false, evidence: [], citations: [] });
    await expect(index.ask(" ")).rejects.toMatchObject({ code: "invalid-option" });
    await expect(index.ask(undefined as never)).rejects.toMatchObject({ code: "invalid-option" });
    await index.close();
    await expect(index.ask("Who?")).rejects.toMatchObject({ code: "store-failed" });
    await expect(index.chat().ask("Who?")).rejects.toMatchObject({ code: "store-failed" });
  });

  it("answers over the state that it began with", async () => {
    const index = await indexed();
    const steps = index.steps(question, { policy: scripted(["1719", "1800"]), limit: 3 });
    const ids: string[] = [];
    for await (const step of steps) {
      if (step.kind === "retrieval" && step.round === 1) await index.add(archive(1, 100));
      if (step.kind === "answer")
        ids.push(...step.answer.evidence.map(({ found }) => found.node.id));
    }
    expect(ids).not.toContain("a-100");
    expect((await index.search("1800"))[0]?.node.id).toBe("a-100");
  });
});
