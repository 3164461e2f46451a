import { PsiError } from "@psi/core";
import { describe, expect, it } from "vitest";
import type { Dataset, Question } from "./dataset.js";
import { evaluateRetrieval, type RetrieveIds } from "./evaluate-retrieval.js";

const question = (id: string, gold: readonly string[], more: Partial<Question> = {}): Question => ({
  id,
  question: `${id}?`,
  answers: [],
  gold,
  ...more,
});

const setOf = (...questions: readonly Question[]): Dataset => ({
  name: "harbour",
  passages: ["a", "b", "c", "d", "e", "f"].map((id) => ({ id, pageContent: id, metadata: {} })),
  questions,
});

const dataset = setOf(
  question("one", ["a"], { type: "single", hops: 1 }),
  question("two", ["b", "d"], { type: "bridge", hops: 2 }),
  question("three", ["e", "f"], { type: "bridge", hops: 2 }),
);

/** Always the same list, in the passages' order. */
const inOrder: RetrieveIds = async (_, { limit }) => ["a", "b", "c", "d", "e", "f"].slice(0, limit);

describe("evaluateRetrieval", () => {
  it("gives the means of the metrics, worked by hand", async () => {
    const report = await evaluateRetrieval(dataset, inOrder, { k: [2, 5] });
    expect(report).toMatchObject({ dataset: "harbour", questions: 3, uncounted: 0 });
    expect(report.metrics).toEqual({
      "recall@2": (1 + 1 / 2 + 0) / 3,
      "recall@5": (1 + 1 + 1 / 2) / 3,
      "allGold@2": 1 / 3,
      "allGold@5": 2 / 3,
      "ndcg@5": expect.closeTo(
        (1 +
          (1 / Math.log2(3) + 1 / Math.log2(5)) / (1 + 1 / Math.log2(3)) +
          1 / Math.log2(6) / (1 + 1 / Math.log2(3))) /
          3,
        12,
      ),
      mrr: expect.closeTo((1 + 1 / 2 + 1 / 5) / 3, 12),
    });
    expect(report.seconds).toBeGreaterThan(0);
  });

  it("measures each type and each number of hops apart", async () => {
    const { perType, perHops } = await evaluateRetrieval(dataset, inOrder, { k: [2] });
    expect(Object.keys(perType)).toEqual(["bridge", "single"]);
    expect(perType.bridge).toMatchObject({ questions: 2, metrics: { "recall@2": 1 / 4 } });
    expect(perType.single).toMatchObject({ questions: 1, metrics: { "recall@2": 1, mrr: 1 } });
    expect(perHops["2"]).toEqual(perType.bridge);
    expect(perHops["1"]).toEqual(perType.single);
  });

  it("has no groups where the questions carry no labels", async () => {
    const report = await evaluateRetrieval(setOf(question("one", ["a"])), inOrder);
    expect(report).toMatchObject({ perType: {}, perHops: {} });
  });

  it("asks for as many passages as the largest cutoff, with the question's words and the signal", async () => {
    const { signal } = new AbortController();
    const asked: unknown[] = [];
    const retrieve: RetrieveIds = async (...call) => {
      asked.push(call);
      return ["a"];
    };
    await evaluateRetrieval(dataset, retrieve, { k: [3, 7, 1], limit: 1, signal });
    await evaluateRetrieval(dataset, retrieve, { limit: 1 });
    expect(asked).toEqual([
      ["one?", { limit: 7, signal }],
      ["one?", { limit: 10 }],
    ]);
  });

  it("looks at no more than it asked for", async () => {
    const everything: RetrieveIds = async () => ["a", "b", "c", "d", "e", "f"];
    const { metrics } = await evaluateRetrieval(setOf(question("one", ["f"])), everything, {
      k: [5],
    });
    expect(metrics).toEqual({ "recall@5": 0, "allGold@5": 0, "ndcg@5": 0, mrr: 0 });
  });

  it("counts gold that shares a place with equal passages, and gold in one place once", async () => {
    const places: RetrieveIds = async () => [["a", "b"], "c", ["d", "e", "f"]];
    const measure = async (...gold: string[]) =>
      (await evaluateRetrieval(setOf(question("one", gold)), places, { k: [1, 3] })).metrics;
    expect(await measure("b")).toMatchObject({ "recall@1": 1, mrr: 1, "ndcg@3": 1 });
    expect(await measure("f", "b")).toMatchObject({ "recall@1": 0.5, "recall@3": 1, mrr: 1 });
    expect(await measure("e", "d", "c")).toMatchObject({
      "recall@1": 0,
      "recall@3": 1,
      "allGold@3": 1,
      mrr: 1 / 2,
    });
    // One text under two ids is found once, so the best list has it once.
    expect((await measure("a", "b"))["ndcg@3"]).toBe(1);
  });

  it("leaves out questions without gold, or whose gold is known to be incomplete, and says how many", async () => {
    const mixed = setOf(
      question("none", []),
      question("part", ["f"], { goldComplete: false }),
      question("all", ["a"], { goldComplete: true }),
      question("untold", ["a"]),
    );
    const report = await evaluateRetrieval(mixed, inOrder, { k: [1] });
    expect(report).toMatchObject({ questions: 2, uncounted: 2, metrics: { "recall@1": 1 } });
    const lenient = await evaluateRetrieval(mixed, inOrder, { k: [1], incompleteGold: true });
    expect(lenient).toMatchObject({ questions: 3, uncounted: 1, metrics: { "recall@1": 2 / 3 } });
  });

  it("takes the first questions that have gold, up to the limit", async () => {
    const asked: string[] = [];
    const retrieve: RetrieveIds = async (text) => {
      asked.push(text);
      return [];
    };
    const padded = setOf(question("none", []), ...dataset.questions);
    const report = await evaluateRetrieval(padded, retrieve, { limit: 2 });
    expect(asked).toEqual(["one?", "two?"]);
    expect(report).toMatchObject({ questions: 2, uncounted: 1 });
  });

  it("gives the same figures whatever the concurrency, and counts up to the total", async () => {
    const many = setOf(
      ...Array.from({ length: 40 }, (_, at) => {
        const gold = ["a", "d", "f"][at % 3] as string;
        return question(`q${at}`, [gold], { type: gold });
      }),
    );
    // Later questions are often done first.
    const slow: RetrieveIds = async (text, { limit }) => {
      await new Promise((resolve) => setTimeout(resolve, Number(text.charCodeAt(1)) % 5));
      return ["c", "d", "e", "a"].slice(0, limit);
    };
    const progress: { done: number; total: number }[] = [];
    const alone = await evaluateRetrieval(many, slow, { onProgress: (now) => progress.push(now) });
    const together = await evaluateRetrieval(many, slow, { concurrency: 8 });
    expect({ ...together, seconds: 0 }).toEqual({ ...alone, seconds: 0 });
    expect(together.perType).toMatchObject({
      a: { metrics: { mrr: 1 / 4 } },
      d: { metrics: { mrr: 1 / 2 } },
      f: { metrics: { mrr: 0 } },
    });
    expect(progress).toEqual(many.questions.map((_, at) => ({ done: at + 1, total: 40 })));
  });
});

describe("bad input", () => {
  const error = (code: string, message: RegExp) =>
    expect.objectContaining({ name: "PsiError", code, message: expect.stringMatching(message) });

  it("a retriever that throws stops it, with the question named and the cause kept", async () => {
    const cause = new TypeError("the index is closed");
    const asked: string[] = [];
    const failing: RetrieveIds = async (text) => {
      asked.push(text);
      if (text === "two?") throw cause;
      return ["a"];
    };
    const run = evaluateRetrieval(dataset, failing);
    await expect(run).rejects.toThrow(
      error("model-failed", /"two" \(two\?\): the index is closed/),
    );
    await expect(run).rejects.toMatchObject({ cause });
    expect(asked).toEqual(["one?", "two?"]);
  });

  it("a retriever's own error keeps its code", async () => {
    const failing: RetrieveIds = async () => {
      throw new PsiError("store-failed", "The store is gone.");
    };
    await expect(evaluateRetrieval(dataset, failing)).rejects.toThrow(
      error("store-failed", /"one"/),
    );
  });

  it("a retriever that returns no list", async () => {
    const broken = (async () => undefined) as unknown as RetrieveIds;
    await expect(evaluateRetrieval(dataset, broken)).rejects.toThrow(
      error("model-failed", /"one"/),
    );
  });

  it("a retriever that finds what is no passage of the set", async () => {
    const rows: RetrieveIds = async () => ["a", "17"];
    await expect(evaluateRetrieval(dataset, rows)).rejects.toThrow(
      error("unknown-id", /"one" the retriever found "17", which is no passage of harbour/),
    );
  });

  it("a set with nothing to measure", async () => {
    for (const empty of [setOf(), setOf(question("none", []))]) {
      await expect(evaluateRetrieval(empty, inOrder)).rejects.toThrow(
        error("invalid-option", /harbour has no questions to measure/),
      );
    }
  });

  it.each([
    ["no cutoffs", { k: [] }, /k has no cutoffs/],
    ["a cutoff of 0", { k: [5, 0] }, /each cutoff in k/],
    ["a broken cutoff", { k: [2.5] }, /each cutoff in k/],
    ["no lanes", { concurrency: 0 }, /concurrency/],
    ["a limit of 0", { limit: 0 }, /limit/],
  ])("%s", async (_, options, message) => {
    const never: RetrieveIds = async () => expect.unreachable();
    await expect(evaluateRetrieval(dataset, never, options)).rejects.toThrow(
      error("invalid-option", message),
    );
  });

  it("an aborted call rejects with the signal's reason, whether the retriever listens or hangs", async () => {
    const hanging: RetrieveIds = () => new Promise(() => {});
    const listening: RetrieveIds = (_, { signal }) =>
      new Promise((_resolve, reject) =>
        signal?.addEventListener("abort", () => reject(signal.reason)),
      );
    for (const retrieve of [hanging, listening]) {
      const controller = new AbortController();
      const run = evaluateRetrieval(dataset, retrieve, { signal: controller.signal });
      controller.abort("stopped by the user");
      await expect(run).rejects.toBe("stopped by the user");
    }
  });
});
