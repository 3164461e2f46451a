import { describe, expect, it } from "vitest";
import { contributions } from "./contributions.js";
import { type FusionWeights, packFloats } from "./fusion-weights.js";
import { candidate } from "./testing.js";

const weights: FusionWeights = {
  format: 1,
  inputs: [
    { signal: "good", measure: "value" },
    { signal: "idle", measure: "value" },
    { signal: "bad", measure: "value" },
  ],
  models: [
    {
      kind: "linear",
      weights: packFloats([1, 0, -1, 0, 0, 0]),
      means: packFloats(new Array(6).fill(0)),
      deviations: packFloats(new Array(6).fill(1)),
    },
  ],
  origin: {},
};

describe("contributions", () => {
  const candidates = [
    candidate(0, { good: 5, idle: 9, bad: 3 }),
    candidate(1, { good: 1, idle: 2 }),
    candidate(2, { good: 0, bad: 0 }),
  ];

  it("say which signals lifted a candidate, which did nothing, and which pulled it down", () => {
    const found = contributions(weights, candidates, 0);
    expect(found.map(({ signal }) => signal)).toEqual(["good", "idle", "bad"]);
    expect(found[0]?.contribution).toBeGreaterThan(0);
    expect(found[1]?.contribution).toBeCloseTo(0, 9);
    expect(found[2]?.contribution).toBeLessThan(0);
  });

  it("tell a signal that a candidate lacks", () => {
    const lacking = contributions(weights, candidates, 1).find(({ signal }) => signal === "bad");
    expect(lacking).toMatchObject({ value: undefined });
    expect(lacking?.contribution).toBeGreaterThan(0);
  });
});
