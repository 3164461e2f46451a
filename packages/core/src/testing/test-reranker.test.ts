import { describe, it } from "vitest";
import type { Reranker } from "../reranker.js";
import { catches } from "./catches.js";
import { runContract } from "./contract.js";
import { wordOverlapReranker } from "./fakes.js";
import { testReranker } from "./test-reranker.js";

describe("wordOverlapReranker", () => {
  runContract(testReranker(wordOverlapReranker), it);
});

describe("testReranker catches a reranker that", () => {
  const good = wordOverlapReranker();
  const changed = (rerank: Reranker["rerank"]) => (): Reranker => ({ rerank });
  catches<Reranker>(
    [
      [
        "names positions from 1",
        "returns positions of the given texts, each once, best first",
        changed(async (query, texts, options) =>
          (await good.rerank(query, texts, options)).map(({ id, score }) => ({
            id: id * 10 + 1,
            score,
          })),
        ),
      ],
      [
        "returns the worst first",
        "returns positions of the given texts, each once, best first",
        changed(async (query, texts, options) =>
          [...(await good.rerank(query, texts, options))].reverse(),
        ),
      ],
      [
        "ignores the limit",
        "returns no more than the limit",
        changed((query, texts) => good.rerank(query, texts)),
      ],
      [
        "fails without texts",
        "takes no texts, and one",
        changed(async (query, texts, options) => {
          if (texts.length === 0) throw new Error("no texts");
          return good.rerank(query, texts, options);
        }),
      ],
      [
        "sorts the caller's list",
        "takes any texts",
        changed(async (query, texts, options) => {
          (texts as string[]).sort();
          return good.rerank(query, texts, options);
        }),
      ],
      [
        "fails on an empty query",
        "takes any query",
        changed(async (query, texts, options) => {
          if (query === "") throw new Error("empty");
          return good.rerank(query, texts, options);
        }),
      ],
      [
        "does not look at the signal",
        "rejects with the reason of an aborted signal",
        changed((query, texts, { limit = 9 } = {}) => good.rerank(query, texts, { limit })),
      ],
    ],
    testReranker,
  );
});
