import { describe, it } from "vitest";
import type { NamedEmbedder } from "../models.js";
import { catches } from "./catches.js";
import { runContract } from "./contract.js";
import { wordEmbedder } from "./fakes.js";
import { testEmbedder } from "./test-embedder.js";

describe("wordEmbedder", () => {
  runContract(testEmbedder(wordEmbedder), it);
});

describe("testEmbedder catches an embedder that", () => {
  const good = wordEmbedder();
  const changed =
    (change: (text: string, beside: readonly string[]) => readonly number[] | undefined) =>
    (): NamedEmbedder => ({
      name: "changed",
      embedQuery: (text) => good.embedQuery(text),
      embedDocuments: async (texts) =>
        Promise.all(
          texts.map(async (text) => [...(change(text, texts) ?? (await good.embedQuery(text)))]),
        ),
    });
  const zeros = new Array<number>(32).fill(0);
  catches<NamedEmbedder>(
    [
      [
        "gives too few vectors",
        "gives each text a vector: one width, finite, not all zeros",
        () => ({
          ...wordEmbedder(),
          embedDocuments: (texts) => good.embedDocuments([...new Set(texts)]),
        }),
      ],
      [
        "gives vectors of another width",
        "gives each text a vector: one width, finite, not all zeros",
        changed((text) => (text === "?" ? [1] : undefined)),
      ],
      [
        "gives NaN",
        "gives each text a vector: one width, finite, not all zeros",
        changed(() => new Array<number>(32).fill(Number.NaN)),
      ],
      [
        "gives an empty text zeros",
        "takes any text, as a document and as a query",
        changed((text) => (text === "" ? zeros : undefined)),
      ],
      [
        "embeds queries in another width",
        "gives a query a vector of the same width",
        () => ({ ...wordEmbedder(), embedQuery: wordEmbedder({ dimensions: 8 }).embedQuery }),
      ],
      [
        "lets neighbours change a vector",
        "gives a text the same vector alone and beside others",
        changed((_, { length }) => zeros.map((__, i) => 1 + (i / 100) * length)),
      ],
      [
        "mixes up the order",
        "gives a text the same vector in any order",
        () => ({ ...wordEmbedder(), embedDocuments: (texts) => good.embedDocuments(texts.sort()) }),
      ],
      [
        "sorts the caller's list",
        "leaves the caller's list as it is",
        () => ({ ...wordEmbedder(), embedDocuments: (texts) => good.embedDocuments(texts.sort()) }),
      ],
      [
        "gives all texts one vector",
        "gives different texts different vectors",
        changed(() => new Array<number>(32).fill(1)),
      ],
      [
        "gives a query another vector each time",
        "gives a query the same vector each time",
        () => ({
          ...wordEmbedder(),
          embedQuery: async () => Array.from({ length: 32 }, Math.random),
        }),
      ],
      [
        "lies about its dimensions",
        "is told apart by a name, and its dimensions are true, where it has them",
        () => ({ ...wordEmbedder(), dimensions: 31 }),
      ],
      [
        "gives a vector for nothing",
        "gives no texts no vectors",
        () => ({
          ...wordEmbedder(),
          embedDocuments: (texts) => good.embedDocuments(texts.length === 0 ? [""] : texts),
        }),
      ],
    ],
    testEmbedder,
  );
});
