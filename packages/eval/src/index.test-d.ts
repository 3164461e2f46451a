import type { Passage } from "@psi/core";
import { describe, expectTypeOf, it } from "vitest";
import {
  type Dataset,
  type EvaluationOptions,
  evaluateRetrieval,
  loadDataset,
  type Measured,
  type Question,
  type RetrievalReport,
  recallAt,
} from "./index.js";

describe("the types of @psi/eval", () => {
  it("a data set is passages and questions that nobody changes", () => {
    expectTypeOf(loadDataset).returns.resolves.toEqualTypeOf<Dataset>();
    expectTypeOf<Dataset["passages"]>().toEqualTypeOf<readonly Passage[]>();
    expectTypeOf<Dataset["questions"]>().toEqualTypeOf<readonly Question[]>();
    expectTypeOf<Question["gold"]>().toEqualTypeOf<readonly string[]>();
    expectTypeOf<Question>().toHaveProperty("hops").toEqualTypeOf<number | undefined>();
  });

  it("a retriever is any function from a question to ids", () => {
    const dataset: Dataset = { name: "n", passages: [], questions: [] };
    expectTypeOf(evaluateRetrieval).toBeCallableWith(dataset, async () => ["a"]);
    expectTypeOf(evaluateRetrieval).toBeCallableWith(
      dataset,
      async (question, { limit, signal }) => {
        expectTypeOf(question).toEqualTypeOf<string>();
        expectTypeOf(limit).toEqualTypeOf<number>();
        expectTypeOf(signal).toEqualTypeOf<AbortSignal | undefined>();
        return [];
      },
      { k: [1], concurrency: 2 },
    );
    // @ts-expect-error rows are not ids
    evaluateRetrieval(dataset, async () => [1, 2]).catch(() => {});
    // @ts-expect-error one cutoff is still a list
    expectTypeOf({ k: 5 }).toExtend<EvaluationOptions>();
  });

  it("a report holds figures for the whole and for each group", () => {
    expectTypeOf(evaluateRetrieval).returns.resolves.toEqualTypeOf<RetrievalReport>();
    expectTypeOf<RetrievalReport>().toExtend<Measured>();
    expectTypeOf<RetrievalReport["perType"]>().toEqualTypeOf<Readonly<Record<string, Measured>>>();
    expectTypeOf(recallAt).returns.toEqualTypeOf<number>();
  });
});
