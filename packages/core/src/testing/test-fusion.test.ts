import { describe, it } from "vitest";
import { type Fusion, reciprocalRank, rerank } from "../fusion.js";
import { weighted } from "../weighted.js";
import { catches } from "./catches.js";
import { runContract } from "./contract.js";
import { wordOverlapReranker } from "./fakes.js";
import { testFusion } from "./test-fusion.js";

describe("reciprocalRank", () => {
  runContract(testFusion(reciprocalRank), it);
});

describe("rerank", () => {
  runContract(
    testFusion(() => rerank(wordOverlapReranker())),
    it,
  );
});

describe("weighted", () => {
  runContract(
    testFusion(() => weighted({ "a.score": 1, "b.score": 2 })),
    it,
  );
});

describe("testFusion catches a fusion that", () => {
  const good = reciprocalRank();
  catches<Fusion>(
    [
      [
        "joins lists without merging",
        "returns nodes of the lists, each once, best first",
        () => async (_, lists) => lists.flat(),
      ],
      [
        "keeps one list's signals",
        "gives a node of several lists the signals of all",
        () => async (query, lists, options) => {
          const fused = await good(query, lists, options);
          const flat = lists.flat();
          return fused.map((found) => ({
            ...found,
            signals: flat.find(({ node }) => node.id === found.node.id)?.signals ?? {},
          }));
        },
      ],
      [
        "cuts before it ranks",
        "returns no more than the limit, the best ones",
        () => (query, lists, options) =>
          good(
            query,
            lists.map((list) => list.slice(-(options?.limit ?? 99))),
            options,
          ),
      ],
      [
        "takes a limit of zero",
        "refuses a limit that is not a whole number from 1",
        () => async (query, lists, options) =>
          (options?.limit ?? 1) >= 1 ? good(query, lists, options) : [],
      ],
      [
        "needs a list",
        "takes no lists, empty lists, and one list",
        () => async (query, lists, options) => {
          if (lists.length === 0) throw new Error("no lists");
          return good(query, lists, options);
        },
      ],
      [
        "adds up signals that are NaN",
        "takes nodes without signals, and signals that are not finite",
        () => async (query, lists, options) =>
          (await good(query, lists, options)).map((found) => ({
            ...found,
            score: found.score + 0 * (found.signals?.["b.score"] ?? 0),
          })),
      ],
      [
        "spreads a list over arguments",
        "takes long lists",
        () => async (query, lists, options) => {
          for (const list of lists) {
            Math.max(...list.flatMap(({ score }) => new Array<number>(20).fill(score)));
          }
          return good(query, lists, options);
        },
      ],
      [
        "does not look at the signal",
        "rejects with the reason of an aborted signal",
        () => (query, lists, options) =>
          good(query, lists, options?.limit === undefined ? {} : { limit: options.limit }),
      ],
    ],
    testFusion,
  );
});
