import {
  type AgentAction,
  type AgentContext,
  type AgentPolicy,
  type AgentStep,
  type Ending,
  estimateTokens,
  isPsiError,
  type Retriever,
  replyText,
} from "@psi/core";
import { oddTexts, wordOverlapRetriever } from "@psi/core/testing";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type RunOptions, run } from "./run.js";

const ODD = oddTexts.filter(({ length }) => length < 1000);
const HUGE = "seine [1] ".repeat(10_000);
const RETRIEVER = wordOverlapRetriever(["seine one. two.", "seine rome", "rome three", ...ODD]);
const OWN_FAULT = new RangeError("a fault of the policy's own");
const later = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

const text = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.constantFrom(
      "seine",
      "rome three",
      "",
      " ",
      "[1] [9] [2024] [1-3]",
      "x [2].",
      ...ODD,
    ),
  },
  { weight: 10, arbitrary: fc.string({ unit: "grapheme" }) },
  { weight: 1, arbitrary: fc.constant(HUGE) },
);
const queries = fc.oneof(
  fc.array(text, { maxLength: 3 }),
  fc.constant(Array.from({ length: 100 }, (_, i) => `seine ${i % 60}`)),
);
const fair: fc.Arbitrary<AgentAction> = fc.oneof(
  fc.record({ kind: fc.constant("retrieve" as const), queries }),
  fc.record({ kind: fc.constant("answer" as const), text }),
);
const nonsense = fc.constantFrom<unknown>(
  undefined,
  null,
  7,
  "answer",
  [],
  { kind: "x" },
  { kind: "retrieve", queries: "seine" },
  { kind: "retrieve", queries: [undefined] },
  { kind: "answer", text: null },
);
const usage = fc.constantFrom<unknown>(
  undefined,
  { input_tokens: 3, output_tokens: 5 },
  { input_tokens: Number.NaN, output_tokens: -1 },
  { input_tokens: "3" },
);
/** What a model does on a call. */
const reply = fc.oneof(
  { weight: 6, arbitrary: fc.record({ content: text, usage_metadata: usage }) },
  fc.constantFrom("throws", "throws nothing", "never ends", "fails late", "replies nothing"),
);
/** What a policy does on a decision: calls a model some times, together or not waiting, then decides. */
const turn = fc.record({
  replies: fc.array(reply, { maxLength: 3 }),
  waits: fc.boolean(),
  decides: fc.oneof(
    { weight: 12, arbitrary: fair },
    { weight: 1, arbitrary: nonsense },
    { weight: 1, arbitrary: fc.constant("throws") },
    { weight: 1, arbitrary: fc.constant("never ends") },
  ),
});
const behaviour = fc.record({
  turns: fc.array(turn, { maxLength: 5 }),
  maxRetrievals: fc.integer({ min: 1, max: 4 }),
  limit: fc.constantFrom("tokens", "cost", "none"),
  most: fc.integer({ min: 1, max: 60 }),
  aborts: fc.boolean(),
});
type Reply = (typeof reply extends fc.Arbitrary<infer T> ? T : never) | undefined;
type Behaviour = typeof behaviour extends fc.Arbitrary<infer T> ? T : never;

/** Counts by itself what models are asked and say. */
class Tally {
  spent = 0;
  private readonly most: number;
  constructor(most: number) {
    this.most = most;
  }

  model(does: Reply): { invoke: (messages: readonly [string, string][]) => Promise<unknown> } {
    return {
      invoke: async (messages) => {
        const prompt = messages.reduce((sum, [, said]) => sum + estimateTokens(said), 0);
        expect(this.spent + prompt).toBeLessThan(this.most);
        this.spent += prompt;
        if (does === "throws") throw new Error("503");
        if (does === "throws nothing") throw undefined;
        if (does === "never ends") return new Promise(() => {});
        if (does === "fails late") return later(3).then(() => Promise.reject(new Error("late")));
        if (does === "replies nothing") return undefined;
        const { usage_metadata: told } = does as { usage_metadata?: { input_tokens: unknown } };
        if (told?.input_tokens === 3) this.spent += 3 - prompt + 5;
        else this.spent += estimateTokens(replyText(does as { content: string }));
        return does;
      },
    };
  }
}

function policyOf({ turns }: Behaviour, tally: Tally): AgentPolicy {
  return {
    name: "random",
    async decide({ actions }, { invoke }: AgentContext) {
      const now = turns[actions.length];
      if (now === undefined) return { kind: "retrieve", queries: ["seine", "rome"] };
      const calls = now.replies.map((does) =>
        invoke(tally.model(does) as never, [["human", "one two three"]]),
      );
      // Waits for the first only where it does not wait for all: the others are left to fail by themselves.
      if (now.waits) await Promise.all(calls);
      else if (calls.length > 1) await calls[0];
      if (now.decides === "throws") throw OWN_FAULT;
      if (now.decides === "never ends") return new Promise(() => {});
      return now.decides as AgentAction;
    },
  };
}

function optionsOf(how: Behaviour, tally: Tally, signal: AbortSignal): RunOptions {
  return {
    retriever: RETRIEVER,
    policy: policyOf(how, tally),
    maxRetrievals: how.maxRetrievals,
    timeout: 8,
    signal,
    ...(how.limit === "tokens" && { maxTokens: how.most }),
    ...(how.limit === "cost" && { maxCost: how.most, prices: { prompt: 1e6, completion: 1e6 } }),
  };
}

async function outcomeOf(options: RunOptions): Promise<readonly AgentStep[] | { thrown: unknown }> {
  const steps: AgentStep[] = [];
  try {
    for await (const step of run("seine rome", options)) steps.push(step);
    return steps;
  } catch (thrown) {
    return { thrown };
  }
}

const unhandled: unknown[] = [];
const onUnhandled = (reason: unknown): unknown => unhandled.push(reason);
beforeAll(() => void process.on("unhandledRejection", onUnhandled));
afterAll(() => void process.off("unhandledRejection", onUnhandled));

it("keeps its limits and ends with one answer, whatever policies and models do", async () => {
  const endings = new Map<Ending | "fault", number>();
  const check = async (how: Behaviour): Promise<void> => {
    const tally = new Tally(how.limit === "none" ? Number.POSITIVE_INFINITY : how.most);
    const caller = new AbortController();
    if (how.aborts) setTimeout(() => caller.abort(), 2);
    const outcome = await outcomeOf(optionsOf(how, tally, caller.signal));
    if ("thrown" in outcome) {
      const isTold = isPsiError(outcome.thrown, "invalid-option");
      expect(outcome.thrown === OWN_FAULT || isTold).toBe(true);
      endings.set("fault", (endings.get("fault") ?? 0) + 1);
      return;
    }
    const last = outcome.at(-1);
    const rounds = outcome.filter(({ kind }) => kind === "retrieval");
    expect(rounds.length).toBeLessThanOrEqual(how.maxRetrievals);
    expect(outcome.filter(({ kind }) => kind === "answer")).toEqual([last]);
    if (last?.kind !== "answer") return;
    const { answer } = last;
    endings.set(answer.ending, (endings.get(answer.ending) ?? 0) + 1);
    expect(answer.text).not.toBe("");
    if (answer.ending === "retrievals") expect(rounds).toHaveLength(how.maxRetrievals);
    for (const { number } of answer.citations) {
      expect(answer.evidence.some((each) => each.number === number)).toBe(true);
    }
  };
  await fc.assert(fc.asyncProperty(behaviour, check), { numRuns: 1500 });
  await later(20);
  expect(unhandled).toEqual([]);
  // All of it did happen.
  expect([...endings.keys()].sort()).toEqual(
    ["aborted", "answered", "cost", "failed", "fault", "retrievals", "timeout", "tokens"].sort(),
  );
}, 120_000);

it("survives retrievers that fail late, hang or throw at once, whatever is asked", async () => {
  const does = fc.constantFrom("finds", "throws", "rejects", "fails late", "hangs");
  await fc.assert(
    fc.asyncProperty(fc.array(does, { minLength: 1, maxLength: 4 }), async (each) => {
      const broken = new Error("broken");
      const retriever: Retriever = {
        ...RETRIEVER,
        retrieve: (query, options) => {
          const how = each[Number(query)];
          if (how === "throws") throw broken;
          if (how === "rejects") return Promise.reject(broken);
          if (how === "fails late") return later(2).then(() => Promise.reject(broken));
          return how === "hangs" ? new Promise(() => {}) : RETRIEVER.retrieve("seine", options);
        },
      };
      const policy: AgentPolicy = {
        name: "all",
        decide: async ({ rounds }) =>
          rounds.length === 0
            ? { kind: "retrieve", queries: each.map((_, i) => String(i)) }
            : { kind: "answer", text: "seine [1]" },
      };
      const outcome = await outcomeOf({ retriever, policy, timeout: 8 });
      const faulty = each.some((how) => how !== "finds" && how !== "hangs");
      if ("thrown" in outcome) expect(outcome.thrown).toBe(broken);
      else if (faulty || each.includes("hangs"))
        expect(outcome.at(-1)).toMatchObject({ answer: { ending: "timeout" } });
      else expect(outcome.at(-1)).toMatchObject({ answer: { ending: "answered" } });
    }),
    { numRuns: 200 },
  );
  await later(20);
  expect(unhandled).toEqual([]);
});
