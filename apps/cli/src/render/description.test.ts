import type { IndexDescription } from "@psi/rag";
import pico from "picocolors";
import { describe, expect, it } from "vitest";
import { descriptionLines } from "./description.js";

const plain = pico.createColors(false);
const description: IndexDescription = {
  passages: 6119,
  nodes: 7530,
  layers: [
    { layer: 0, nodes: 6119 },
    { layer: 1, nodes: 1410, children: { min: 2, median: 4, max: 34 } },
    { layer: 2, nodes: 1, children: { min: 1410, median: 1410, max: 1410 } },
  ],
  embedder: "bge",
  dimensions: 384,
  abstracter: "keyphrases/1",
  tokenizer: "words/1",
  created: "2025-01-02T03:04:05.678Z",
};

describe("descriptionLines", () => {
  it("shows counts, parts and layers, the root's first", () => {
    expect(descriptionLines("a.psi", description, plain)).toEqual([
      "a.psi  6,119 passages, 7,530 nodes in 3 layers",
      "",
      "embedder   bge, 384 numbers a vector",
      "abstracts  keyphrases/1",
      "words      words/1",
      "committed  2025-01-02 03:04:05 UTC",
      "",
      "layer  nodes  children: least  median   most",
      "    2      1            1,410   1,410  1,410",
      "    1  1,410                2       4     34",
      "    0  6,119",
    ]);
  });

  it("says what an index of words alone has not", () => {
    const words = {
      ...description,
      layers: [],
      embedder: undefined,
      dimensions: undefined,
      abstracter: undefined,
    };
    expect(descriptionLines("a.psi", { ...words, passages: 1 }, plain)).toEqual([
      "a.psi  1 passage, no tree",
      "",
      "embedder   none",
      "abstracts  none",
      "words      words/1",
      "committed  2025-01-02 03:04:05 UTC",
    ]);
  });
});
