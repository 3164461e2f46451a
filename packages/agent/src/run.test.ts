import { getEventListeners } from "node:events";
import type { AgentPolicy, AgentStep, HopEstimator, Retriever } from "@psi/core";
import { scriptedModel } from "@psi/core/testing";
import { describe, expect, it } from "vitest";
import { ask } from "./ask.js";
import { usageMeter } from "./meter/usage-meter.js";
import { extractive } from "./policies/extractive.js";
import { scripted } from "./policies/scripted.js";
import { type RunOptions, run } from "./run.js";
import { asking, deciding, later, retriever } from "./testing.js";

async function stepsOf(question: string, options: RunOptions): Promise<readonly AgentStep[]> {
  const steps: AgentStep[] = [];
  for await (const step of run(question, options)) steps.push(step);
  return steps;
}

describe("steps", () => {
  it("come in order, with the rounds, the usage and the time of each", async () => {
    const model = scriptedModel(["It lies on the Seine [1]."]);
    const steps = await stepsOf("Where does Paris lie?", { retriever, policy: asking(model) });
    expect(steps.map(({ kind }) => kind)).toEqual(["decision", "retrieval", "decision", "answer"]);
    expect(steps[1]).toMatchObject({ round: 1, queries: ["Where does Paris lie?"] });
    expect(steps[2]).toMatchObject({ usage: { modelCalls: 1, estimated: true } });
    expect(steps[3]).toMatchObject({
      answer: {
        text: "It lies on the Seine [1].",
        answered: true,
        ending: "answered",
        citations: [{ number: 1, passageId: "p0", start: 32, end: 53 }],
        notes: [],
        usage: { modelCalls: 1 },
      },
    });
  });

  it("look queries up together, trimmed, without blank and repeated ones", async () => {
    const asked: unknown[] = [];
    const recording: Retriever = {
      name: "recording",
      async retrieve(query, options) {
        asked.push([query, options?.limit, options?.signal?.aborted]);
        return [];
      },
    };
    const policy = scripted([[" a ", "", "b", "a", "\n"]]);
    const steps = await stepsOf("q", { retriever: recording, policy, limit: 7 });
    expect(asked).toEqual([
      ["a", 7, false],
      ["b", 7, false],
    ]);
    expect(steps[1]).toMatchObject({ queries: ["a", "b"], found: [[], []] });
  });

  it("count a round of blank queries as one", async () => {
    const policy = deciding(
      { kind: "retrieve", queries: [" "] },
      { kind: "retrieve", queries: [] },
    );
    const steps = await stepsOf("q", { retriever, policy, maxRetrievals: 2 });
    expect(steps.filter(({ kind }) => kind === "retrieval")).toHaveLength(2);
  });

  it("begin when they are read, not before", () => {
    let began = false;
    const policy = deciding(async () => {
      began = true;
      return { kind: "answer", text: "a" };
    });
    const { signal } = new AbortController();
    run("q", { retriever, policy, signal, timeout: 1000 });
    expect([began, getEventListeners(signal, "abort").length]).toEqual([false, 0]);
  });
});

describe("maxRetrievals", () => {
  it.each([1, 2, 5])("ends after %s rounds with Not mentioned", async (maxRetrievals) => {
    const steps = await stepsOf("q", { retriever, policy: deciding(), maxRetrievals });
    expect(steps.filter(({ kind }) => kind === "retrieval")).toHaveLength(maxRetrievals);
    expect(steps.at(-1)).toMatchObject({
      answer: {
        text: "Not mentioned",
        answered: false,
        ending: "retrievals",
        notes: ["More was to be looked up than maxRetrievals allows, and no answer was given."],
      },
    });
  });

  it.each([
    [2, 2],
    [2.4, 2],
    [0.5, 2],
    [3, 3],
    [-3, 2],
    [100, 4],
    [Number.POSITIVE_INFINITY, 4],
    [Number.NaN, 3],
    [undefined as never, 3],
  ])("estimated as %s gives %s rounds", async (hops, rounds) => {
    const maxRetrievals: HopEstimator = { estimate: async () => hops };
    const { evidence, ...answer } = await ask("q", {
      retriever,
      policy: deciding(),
      maxRetrievals,
    });
    expect(answer.ending).toBe("retrievals");
    const steps = await stepsOf("q", { retriever, policy: deciding(), maxRetrievals });
    expect(steps.filter(({ kind }) => kind === "retrieval")).toHaveLength(rounds);
  });

  it("passes on what the estimator throws, also a model's failure", async () => {
    const estimate = async (): Promise<number> => {
      throw new Error("no vector");
    };
    const asked = ask("q", { retriever, policy: deciding(), maxRetrievals: { estimate } });
    await expect(asked).rejects.toThrow("no vector");
  });
});

describe("faults", () => {
  it("of the model end in an answer that tells them", async () => {
    const answer = await ask("seine", {
      retriever,
      policy: asking(scriptedModel([new Error("503")])),
    });
    expect(answer).toMatchObject({
      ending: "failed",
      answered: true,
      error: { code: "model-failed", message: "The model failed: 503" },
      notes: ["The model failed, so the best sentences found until then are quoted."],
      usage: { modelCalls: 1 },
    });
  });

  it.each(["model-failed", "store-failed"])("of the retriever pass through: %s", async (code) => {
    const thrown = Object.assign(new Error("broken"), { name: "PsiError", code });
    const broken: Retriever = { ...retriever, retrieve: () => Promise.reject(thrown) };
    await expect(ask("q", { retriever: broken, policy: extractive() })).rejects.toBe(thrown);
    const atOnce: Retriever = {
      ...retriever,
      retrieve: (query) => {
        if (query === "b") throw thrown;
        return Promise.reject(new Error("nobody waits for this one"));
      },
    };
    const policy = scripted([["a", "b"]]);
    await expect(ask("q", { retriever: atOnce, policy })).rejects.toBeInstanceOf(Error);
  });

  it("of the policy pass through", async () => {
    const thrown = new TypeError("a bug");
    const policy = deciding(() => Promise.reject(thrown));
    await expect(ask("q", { retriever, policy })).rejects.toBe(thrown);
  });

  it.each([undefined, null, "answer", { kind: "x" }, { kind: "answer" }, { kind: "retrieve" }])(
    "of a policy that decides %j are told",
    async (action) => {
      const policy = { name: "own", decide: async () => action } as unknown as AgentPolicy;
      await expect(ask("q", { retriever, policy })).rejects.toMatchObject({
        code: "invalid-option",
        message: expect.stringContaining("The policy own must decide"),
      });
    },
  );

  it.each<[string, Partial<Record<keyof RunOptions, unknown>>]>([
    ["maxRetrievals must be", { maxRetrievals: 0 }],
    ["maxRetrievals must be", { maxRetrievals: 1.5 }],
    ["maxRetrievals must be", { maxRetrievals: "3" }],
    ["maxRetrievals must be", { maxRetrievals: null }],
    ["limit must be", { limit: 0 }],
    ["timeout must be", { timeout: 0 }],
    ["timeout must be", { timeout: 2 ** 31 }],
    ["retriever must have", { retriever: undefined }],
    ["policy must have", { policy: {} }],
    ["maxTokens must be", { maxTokens: -1 }],
    ["maxCost needs prices", { maxCost: 1 }],
    ["maxTokens does nothing beside meter", { meter: usageMeter(), maxTokens: 1 }],
    [
      "prices does nothing beside meter",
      { meter: usageMeter(), prices: { prompt: 1, completion: 1 } },
    ],
  ])("of the options are told: %s (%j)", async (message, wrong) => {
    const options = { retriever, policy: extractive(), ...wrong } as RunOptions;
    await expect(ask("q", options)).rejects.toMatchObject({
      code: "invalid-option",
      message: expect.stringContaining(message),
    });
  });

  it.each(["", " \n", undefined, 7])("of the question are told: %j", async (question) => {
    const options = { retriever, policy: extractive() };
    await expect(ask(question as string, options)).rejects.toMatchObject({
      code: "invalid-option",
    });
  });
});

it.each(["👩‍👩‍👧‍👦", "\ud83d", "?", "seine ".repeat(17_000), "x".repeat(100_000)])(
  "answers a question such as %.20s",
  async (question) => {
    const answer = await ask(question, { retriever, policy: extractive() });
    expect(answer.ending).toBe("answered");
    expect(answer.answered).toBe(question.startsWith("seine"));
  },
);

it("counts in the meter that is given, and in a session's", async () => {
  const session = usageMeter();
  const meter = usageMeter({ within: session });
  meter.addEmbedderCalls(1);
  const policy = asking(scriptedModel(["Paris"]));
  const answer = await ask("seine", { retriever, policy, meter });
  expect(answer.usage).toMatchObject({ modelCalls: 1, embedderCalls: 1 });
  expect(session.usage).toMatchObject({ modelCalls: 1, embedderCalls: 1 });
});

it.each([
  ["tokens", { maxTokens: 1 }],
  ["cost", { maxCost: 0.5, prices: { prompt: 1e6, completion: 1e6 } }],
  ["tokens", { within: usageMeter({ maxTokens: 1 }) }],
] as const)("stops at the limit of %s with what is known", async (ending, limits) => {
  const model = scriptedModel(["Paris"]);
  const answer = await ask("seine", { retriever, policy: asking(model), ...limits });
  expect(model.calls).toHaveLength(0);
  expect(answer).toMatchObject({ ending, answered: true, usage: { modelCalls: 0 } });
  expect(answer.notes).toEqual([
    `The limit of ${ending} was reached, so the best sentences found until then are quoted.`,
  ]);
});

it("shares nothing between runs at once", async () => {
  const options = { retriever, policy: extractive() };
  const alone = await ask("seine", options);
  const [first, second] = await Promise.all([ask("seine", options), ask("Rome", options)]);
  expect({ ...first, usage: 0 }).toEqual({ ...alone, usage: 0 });
  expect(second?.citations).not.toEqual(first?.citations);
});

it("asks a hundred queries and questions at once without a warning of leaks", async () => {
  const warnings: unknown[] = [];
  const onWarning = (warning: unknown): unknown => warnings.push(warning);
  process.on("warning", onWarning);
  const listening: Retriever = {
    name: "listening",
    async retrieve(_, { signal } = {}) {
      signal?.addEventListener("abort", () => {}, { once: true });
      return [];
    },
  };
  const policy = scripted([Array.from({ length: 100 }, (_, i) => `q${i}`)]);
  const { signal } = new AbortController();
  const options = { retriever: listening, policy, signal };
  await Promise.all(Array.from({ length: 100 }, () => ask("q", options)));
  await later(5);
  process.off("warning", onWarning);
  expect(warnings).toEqual([]);
});
