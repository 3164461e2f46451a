import { describe, expect, it } from "vitest";
import { type EvalChoiceFlags, evalChoice } from "./eval-choice.js";

describe("evalChoice", () => {
  it.each<[EvalChoiceFlags, object]>([
    [{}, { name: "hybrid", retriever: "hybrid", fuse: "learned", tier: "vectors", links: true }],
    [{ retriever: "learned" }, { retriever: "hybrid", fuse: "learned", tier: "vectors" }],
    [
      { retriever: "learned", tier: "words" },
      { retriever: "hybrid", tier: "words" },
    ],
    [{ tier: "hops" }, { retriever: "hybrid", fuse: "learned", tier: "hops" }],
    [{ fuse: "rrf" }, { retriever: "hybrid", fuse: "rrf", tier: "vectors", links: false }],
    [{ retriever: "tree" }, { retriever: "tree", fuse: undefined, tier: "vectors", links: true }],
    [{ retriever: "words" }, { retriever: "words", fuse: undefined, tier: "words" }],
    [{ retriever: "links" }, { retriever: "links", fuse: undefined, tier: "words", links: true }],
    [
      { retriever: "links", tier: "vectors" },
      { retriever: "links", tier: "vectors" },
    ],
    [{ titles: true }, { titles: true }],
    [{ titles: false }, { titles: false }],
  ])("%j", (flags, choice) => {
    expect(evalChoice(flags)).toMatchObject(choice);
  });

  it.each<EvalChoiceFlags>([
    { retriever: "learned", fuse: "rrf" },
    { retriever: "tree", tier: "words" },
    { retriever: "tree", tier: "hops" },
    { fuse: "rrf", tier: "hops" },
    { retriever: "words", tier: "vectors" },
  ])("refuses %j", (flags) => {
    expect(() => evalChoice(flags)).toThrow(/--/);
  });
});
