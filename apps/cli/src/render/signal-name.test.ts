import { shippedWeights } from "@psi/fusion";
import { expect, it } from "vitest";
import { signalName } from "./signal-name.js";

it("says in words what a signal is, and which list and measure where it has none", () => {
  expect(
    ["tree.cosine", "bridge.sentence3", "sparse.bm25f", "bridge.topNamed", "mine"].map(signalName),
  ).toEqual([
    "nearness to the question",
    "links: sentence 3",
    "words: bm25f",
    "links: top named",
    "mine",
  ]);
});

it("names the signals that ship apart", () => {
  const signals = [...new Set(shippedWeights("hops").inputs.map(({ signal }) => signal))];
  expect(new Set(signals.map(signalName)).size).toBe(signals.length);
});
