import { dot, fromRows, type Hit, listOf, type Retriever, row } from "@psi/core";
import { runContract, testRetriever, textNodes, wordEmbedder } from "@psi/core/testing";
import { describe, expect, it } from "vitest";
import { type SecondHopVectors, secondHopRetriever } from "./second-hop.js";

const embedder = wordEmbedder({ dimensions: 256 });
const embed = async (text: string): Promise<Float32Array> =>
  row(fromRows([await embedder.embedQuery(text)]), 0);

async function vectorsOf(texts: readonly string[]): Promise<SecondHopVectors> {
  const leaves = fromRows(await embedder.embedDocuments([...texts]));
  return {
    embed,
    leaf: (at) => row(leaves, at),
    nearest: (vector, limit): readonly Hit[] =>
      texts
        .map((_, id) => ({ id, score: dot(row(leaves, id), vector) }))
        .sort((a, b) => b.score - a.score || a.id - b.id)
        .slice(0, limit),
  };
}

/** Finds the leaves nearest to the question itself. */
function plainRetriever(texts: readonly string[], vectors: SecondHopVectors): Retriever {
  return {
    name: "plain",
    async retrieve(query, { limit = 10 } = {}) {
      const hits = vectors.nearest(await embed(query), limit);
      return listOf("plain", "cosine", hits, await textNodes(texts).read(hits.map(({ id }) => id)));
    },
  };
}

async function hopsOver(texts: readonly string[]): Promise<Retriever> {
  const vectors = await vectorsOf(texts);
  return secondHopRetriever({
    from: plainRetriever(texts, vectors),
    vectors,
    nodes: textNodes(texts),
  });
}

describe("secondHopRetriever", () => {
  runContract(
    testRetriever((texts) => hopsOver(texts)),
    it,
  );

  it("finds what shares words with a passage that was found, and not with the question", async () => {
    const texts = [
      "petrel builder hendry pask",
      "hendry pask harsett cable",
      ...Array.from({ length: 12 }, (_, i) => `rain${i} fell${i} week${i} nobody${i}`),
    ];
    const vectors = await vectorsOf(texts);
    const plain = plainRetriever(texts, vectors);
    const from: Retriever = {
      name: "best",
      retrieve: (query) => plain.retrieve(query, { limit: 1 }),
    };
    const hop = secondHopRetriever({ from, vectors, nodes: textNodes(texts) });
    const question = "petrel builder";
    expect((await from.retrieve(question))[0]?.node.id).toBe("p0");
    const [first] = await hop.retrieve(question, { limit: 1 });
    expect(first?.node.id).toBe("p1");
  });

  it("scores as defined: the nearest of the five, the passage itself apart", async () => {
    const texts = Array.from({ length: 9 }, (_, i) => `word${i} word${i + 1} word${(i * 5) % 7}`);
    const vectors = await vectorsOf(texts);
    const from = plainRetriever(texts, vectors);
    const retriever = secondHopRetriever({ from, vectors, nodes: textNodes(texts) });
    const query = "word1 word2 word3";
    const read = await from.retrieve(query, { limit: 5 });
    const hops = await Promise.all(
      read.map(async ({ node }) => ({
        at: node.row,
        vector: await embed(`${query}\n${node.text}`),
      })),
    );
    const candidates = await from.retrieve(query, { limit: 9 });
    const scored = (await retriever.score?.(query, candidates)) ?? [];
    expect(scored).toHaveLength(9);
    for (const { node, signals } of scored) {
      const leaf = vectors.leaf(node.row);
      const others = hops.filter(({ at }) => at !== node.row);
      const cosines = others.map(({ vector }) => dot(vector, leaf));
      const beyond = others.map(({ at, vector }) => {
        const rest = vector.map((value, i) => value - 0.6 * (vectors.leaf(at)[i] as number));
        return dot(rest, leaf) / Math.sqrt(dot(rest, rest));
      });
      expect(signals?.["hop.near"]).toBeCloseTo(Math.max(...cosines), 5);
      expect(signals?.["hop.beyond"]).toBeCloseTo(Math.max(...beyond), 5);
      expect(signals?.["hop.mean"]).toBeCloseTo(
        cosines.reduce((a, b) => a + b) / cosines.length,
        5,
      );
    }
  });

  it("embeds five texts for retrieve and score of one query together", async () => {
    const texts = Array.from({ length: 8 }, (_, i) => `word${i} word${i + 1}`);
    const vectors = await vectorsOf(texts);
    const asked: string[] = [];
    const counting = {
      ...vectors,
      embed: (text: string) => {
        asked.push(text);
        return embed(text);
      },
    };
    const retriever = secondHopRetriever({
      from: plainRetriever(texts, vectors),
      vectors: counting,
      nodes: textNodes(texts),
    });
    const found = await retriever.retrieve("word3", { limit: 3 });
    await retriever.score?.("word3", found);
    expect(asked).toHaveLength(5);
  });

  it("has nothing to say where nothing was found before", async () => {
    const vectors = await vectorsOf(["word1", "word2"]);
    const from: Retriever = { name: "none", retrieve: async () => [] };
    const retriever = secondHopRetriever({ from, vectors, nodes: textNodes(["word1", "word2"]) });
    expect(await retriever.retrieve("word1")).toEqual([]);
    const [node] = await textNodes(["word1"]).read([0]);
    const scored = await retriever.score?.("word1", [{ node: node as never, score: 1 }]);
    expect(scored?.[0]?.signals).toEqual({ "hop.near": 0, "hop.beyond": 0, "hop.mean": 0 });
  });
});
