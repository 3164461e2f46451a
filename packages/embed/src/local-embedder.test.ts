import { FakeVectorStore } from "@langchain/core/utils/testing";
import { dot } from "@psi/core";
import { afterAll, describe, expect, it } from "vitest";
import { localEmbedder } from "./local-embedder.js";
import { shippedModel } from "./model-folder.js";
import { chineseModel, hasChineseModel, modelFolder, withoutChinese } from "./testing/folders.js";
import { golden } from "./testing/golden.js";

const embedder = localEmbedder();
afterAll(() => embedder.close());

describe("against the golden vectors", () => {
  const check = async (name: keyof typeof golden, model: string): Promise<void> => {
    const { texts, first8, queries, cosineQueryText } = golden[name];
    const subject = localEmbedder({ model });
    const vectors = await subject.embedDocuments(texts);
    first8.forEach((numbers, i) => {
      numbers.forEach((value, j) => {
        expect(Math.abs(vectors[i]![j]! - value)).toBeLessThan(0.02);
      });
    });
    for (const [i, query] of queries.entries()) {
      const vector = await subject.embedQuery(query);
      cosineQueryText[i]?.forEach((cosine, j) => {
        expect(Math.abs(dot(vector, vectors[j]!) - cosine)).toBeLessThan(0.01);
      });
    }
    await subject.close();
  };

  it("English: cosines within .01", () => check("bge-small-en-v1.5", shippedModel()));

  it.skipIf(!hasChineseModel)(`Chinese: cosines within .01 (${withoutChinese})`, () =>
    check("bge-small-zh-v1.5", chineseModel),
  );
});

describe("a text's vector", () => {
  const texts = [
    "The archive keeps the letters of the lighthouse keepers.",
    "Short.",
    "",
    "A much longer text, so that beside others it would be padded or would pad. ".repeat(8),
    "Numbers 1, 22 and 333; café; 東京.",
  ];

  it("is the same bits alone, beside others, and in any order", async () => {
    const alone: number[][] = [];
    for (const text of texts) alone.push(...(await embedder.embedDocuments([text])));
    expect(await embedder.embedDocuments(texts)).toEqual(alone);
    expect(await embedder.embedDocuments([...texts].reverse())).toEqual([...alone].reverse());
    const both = await Promise.all([
      embedder.embedDocuments(texts),
      embedder.embedDocuments(texts),
    ]);
    expect(both).toEqual([alone, alone]);
    expect(new Set(alone.map(String)).size).toBe(texts.length);
  });

  it("is the same bits with any number of threads", async () => {
    const single = localEmbedder({ threads: 1 });
    expect(await single.embedDocuments(texts)).toEqual(await embedder.embedDocuments(texts));
    await single.close();
  });

  it("has length 1 and the model's width, whatever the text", async () => {
    const odd = [
      "",
      " \n\t",
      "\0",
      "\ud83d",
      "a\udc00b",
      "שלום עולם",
      "😀👩‍👩‍👧",
      "[SEP] [CLS]",
      "\u202e",
    ];
    const vectors = await embedder.embedDocuments(odd);
    for (const vector of vectors) {
      expect(vector).toHaveLength(embedder.dimensions);
      expect(dot(vector, vector)).toBeCloseTo(1, 5);
    }
  });
});

describe("embedQuery", () => {
  it("puts the prefix in front", async () => {
    const { queryPrefix } = golden["bge-small-en-v1.5"];
    const [expected] = await embedder.embedDocuments([`${queryPrefix}Who?`]);
    expect(await embedder.embedQuery("Who?")).toEqual(expected);
  });

  it("takes another prefix, or none", async () => {
    const own = localEmbedder({ queryPrefix: "" });
    expect(await own.embedQuery("Who?")).toEqual((await embedder.embedDocuments(["Who?"]))[0]);
    await own.close();
  });
});

describe("the name", () => {
  it("tells what determines a vector", () => {
    expect(embedder.name).toMatch(/^bge-small-en-v1\.5\/cls\/512\/[0-9a-f]{12}$/);
    expect(localEmbedder().name).toBe(embedder.name);
    const others = [
      { maxTokens: 256 },
      { pooling: "mean" },
      { queryPrefix: "query: " },
      { model: modelFolder() },
    ] as const;
    const names = others.map((options) => localEmbedder(options).name);
    expect(new Set([...names, embedder.name]).size).toBe(5);
    expect(localEmbedder({ threads: 1 }).name).toBe(embedder.name);
  });
});

describe("as LangChain's embeddings", () => {
  it("fills a vector store that finds the right text", async () => {
    const texts = [
      "The kettle boils in the kitchen.",
      "The ship sank near the reef.",
      "Prime numbers have two divisors.",
    ];
    const store = await FakeVectorStore.fromTexts(texts, [{}, {}, {}], embedder);
    const [found] = await store.similaritySearch("Where did the vessel go down?", 1);
    expect(found?.pageContent).toBe(texts[1]);
  });
});
