import { dot, fromRows, row } from "@psi/core";
import { wordEmbedder } from "@psi/core/testing";
import { growTree, psiTree } from "@psi/tree";
import { describe, expect, it } from "vitest";
import { bridgeVectors, hopVectors, type LeafVectors } from "./vector-parts.js";

const embedder = wordEmbedder();
const texts = Array.from({ length: 60 }, (_, i) => `word${i} word${i % 7} word${i % 5}`);

async function leaves(accepts?: LeafVectors["accepts"]): Promise<LeafVectors> {
  const { hierarchy } = growTree(fromRows(await embedder.embedDocuments(texts)));
  const vectors = fromRows([
    ...(await embedder.embedDocuments(texts)),
    ...new Array(hierarchy.parents.length - texts.length).fill(new Array(32).fill(1)),
  ]);
  const tree = psiTree(hierarchy, vectors);
  return { tree, embedder, ...(accepts && { accepts }) };
}

/** The three leaves that are accepted are not among the nearest of all. */
const accepts = (leaf: number): boolean => leaf % 20 === 11;

describe("what links and second hops compare with", () => {
  it("is the nearest leaves, best first, of those that may be found", async () => {
    const query = "word3 word4";
    const all = await bridgeVectors(await leaves()).search(query, 60);
    expect(all).toHaveLength(60);
    const some = await bridgeVectors(await leaves(accepts)).search(query, 2);
    expect(some).toEqual(all.filter(({ id }) => accepts(id)).slice(0, 2));
    const hop = hopVectors(await leaves(accepts));
    expect(hop.nearest(await hop.embed(query), 60)).toEqual(all.filter(({ id }) => accepts(id)));
  });

  it("compares leaves by their cosine, and embeds to unit length", async () => {
    const vectors = await leaves();
    const { similarity } = bridgeVectors(vectors);
    const hop = hopVectors(vectors);
    expect(similarity(4, 4)).toBeCloseTo(1, 5);
    expect(similarity(4, 9)).toBeCloseTo(dot(hop.leaf(4), row(vectors.tree.vectors, 9)), 6);
    const vector = await hop.embed("word1 word1 word1");
    expect(dot(vector, vector)).toBeCloseTo(1, 5);
  });
});
