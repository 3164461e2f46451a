import { describe, expect, it } from "vitest";
import { reciprocalRank } from "../fusion.js";
import { hybridRetriever } from "../hybrid-retriever.js";
import type { Retriever, ScoredNode } from "../retriever.js";
import { failures } from "./catches.js";
import { runContract } from "./contract.js";
import { wordOverlapRetriever } from "./fakes.js";
import { testRetriever } from "./test-retriever.js";

describe("wordOverlapRetriever", () => {
  runContract(
    testRetriever((texts) => wordOverlapRetriever(texts)),
    it,
  );
});

describe("hybridRetriever", () => {
  const reason = "A hybrid's nodes carry the signals of its parts; it has none of its own.";
  for (const fillSignals of [false, true]) {
    describe(`with fillSignals ${fillSignals}`, () => {
      runContract(
        testRetriever((texts) =>
          hybridRetriever(
            [wordOverlapRetriever(texts, "a"), wordOverlapRetriever(texts.slice(3), "b")],
            { fuse: reciprocalRank(), fillSignals },
          ),
        ),
        it,
        {
          skip: [
            { test: "retriever: tells each node's rank, from 1, as <name>.rank", reason },
            { test: "retriever: score adds finite signals under its name, and no rank", reason },
          ],
        },
      );
    });
  }
});

describe("testRetriever catches a retriever that", () => {
  const changed =
    (change: (retriever: Retriever) => Partial<Retriever>) =>
    (texts: readonly string[]): Retriever => {
      const retriever = wordOverlapRetriever(texts);
      return { ...retriever, ...change(retriever) };
    };
  const relisted = (
    relist: (list: readonly ScoredNode[], query: string) => readonly ScoredNode[],
  ): ((texts: readonly string[]) => Retriever) =>
    changed((good) => ({
      retrieve: async (query, options) => relist(await good.retrieve(query, options), query),
    }));
  const faults: readonly [string, string, (texts: readonly string[]) => Retriever][] = [
    ["has no name", "has a name, the prefix of its signals", changed(() => ({ name: "" }))],
    [
      "returns the worst first",
      "returns the best first, each node once",
      relisted((list) => [...list].reverse()),
    ],
    [
      "returns a node twice",
      "returns the best first, each node once",
      relisted((list) => [...list.slice(0, 1), ...list]),
    ],
    [
      "scores with NaN",
      "returns the best first, each node once",
      relisted((list) => list.map((found) => ({ ...found, score: Number.NaN }))),
    ],
    [
      "ignores the limit",
      "returns no more than the limit",
      changed((good) => ({ retrieve: (query) => good.retrieve(query) })),
    ],
    [
      "takes a limit of zero",
      "refuses a limit that is not a whole number from 1",
      changed((good) => ({
        retrieve: async (query, { limit = 10, ...more } = {}) =>
          limit >= 1 && Number.isInteger(limit) ? good.retrieve(query, { ...more, limit }) : [],
      })),
    ],
    [
      "pads its list",
      "returns fewer when fewer match",
      relisted((list) => [...list, ...list.slice(0, 1)]),
    ],
    [
      "fails on an empty query",
      "takes any query: empty, unpaired surrogates, any script, 100 kB",
      relisted((list, query) => {
        if (query.trim() === "") throw new Error("empty");
        return list;
      }),
    ],
    [
      "does not look at the signal",
      "rejects with the reason of an aborted signal",
      changed((good) => ({
        retrieve: (query, { limit = 10 } = {}) => good.retrieve(query, { limit }),
      })),
    ],
    [
      "wraps the signal's reason",
      "rejects with the reason of an aborted signal",
      changed((good) => ({
        retrieve: (query, options) =>
          good.retrieve(query, options).catch((cause) => {
            if (options?.signal?.aborted) throw new Error("Stopped.", { cause });
            throw cause;
          }),
      })),
    ],
    [
      "counts ranks from 0",
      "tells each node's rank, from 1, as <name>.rank",
      relisted((list) =>
        list.map((found, rank) => ({
          ...found,
          signals: { ...found.signals, "words.rank": rank },
        })),
      ),
    ],
    [
      "leaves nodes out when it scores",
      "score keeps the nodes, their order and what others found",
      changed((good) => ({
        score: async (query, nodes) => (await good.score?.(query, nodes.slice(1))) ?? [],
      })),
    ],
    [
      "drops other signals when it scores",
      "score keeps the nodes, their order and what others found",
      changed(() => ({
        score: async (_, nodes) => nodes.map((each) => ({ ...each, signals: {} })),
      })),
    ],
    [
      "adds nothing when it scores",
      "score adds finite signals under its name, and no rank",
      changed(() => ({ score: async (_, nodes) => nodes })),
    ],
    [
      "does not look at the signal when it scores",
      "score rejects with the reason of an aborted signal",
      changed((good) => ({
        score: async (query, nodes) => (await good.score?.(query, nodes)) ?? [],
      })),
    ],
  ];
  it.each(faults)("%s", async (_, failing, make) => {
    expect(await failures(testRetriever(make))).toContain(failing);
  });
});
