import pico from "picocolors";
import { describe, expect, it } from "vitest";
import { columns } from "./columns.js";
import { explanationLines } from "./explanation.js";

const plain = pico.createColors(false);
const explained = {
  id: "light-5",
  ranks: { tree: 3, words: 2, links: 1 },
  contributions: [
    { signal: "tree.cosine", value: 0.70712, contribution: 0.4123 },
    { signal: "bridge.walkPlace", value: 4, contribution: -0.25 },
    { signal: "bridge.named", value: undefined, contribution: 0.1 },
    { signal: "sparse.bm25", value: 0.00001, contribution: 0.05 },
  ],
  reasons: [{ name: "Edda Voss", from: "light-1", sentence: "Edda Voss paid for it." }],
};

describe("explanationLines", () => {
  it("shows ranks, signals with value and contribution, and the link's name", () => {
    expect(explanationLines([explained], 80, plain)).toEqual([
      " 1 light-5  tree 3, words 2, links 1",
      "   signal                         value  contribution",
      "   nearness to the question       0.707        +0.412",
      "   place by the walk                  4        -0.250",
      "   named in the question              -        +0.100",
      "   words of the question (BM25)  1.0e-5        +0.050",
      '   link  "Edda Voss" from light-1: Edda Voss paid for it.',
    ]);
  });

  it("shows no table where ranks alone were merged, and a line between passages", () => {
    const { reasons, ...bare } = { ...explained, contributions: [] };
    expect(explanationLines([bare, { ...bare, ranks: {} }], 80, plain)).toEqual([
      " 1 light-5  tree 3, words 2, links 1",
      "",
      " 2 light-5  in no list",
    ]);
  });

  it("keeps to the columns there are", () => {
    const long = { ...explained, id: "x".repeat(200) };
    for (const line of explanationLines([long], 40, plain)) {
      expect(columns(line)).toBeLessThanOrEqual(40);
    }
  });
});
