import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { decodeHopWeights, type HopWeights } from "./hop-weights.js";
import { madeWeights, packedLayer } from "./testing.js";

const shipped = readFileSync(new URL("hop-weights.json", import.meta.url), "utf8");

describe("decodeHopWeights", () => {
  it("multiplies each output's bytes by its step", () => {
    const rows = [
      [127, -127, 1],
      [3, 0, -1],
    ];
    const packed = packedLayer(rows, [0.25, -4], [0.5, 2]);
    const [layer] = decodeHopWeights(madeWeights(packed));
    expect(layer).toEqual({
      inputs: 3,
      weights: Float32Array.of(63.5, -63.5, 0.5, 6, 0, -2),
      biases: Float32Array.of(0.25, -4),
    });
  });

  it("refuses what are no weights of this format", () => {
    const none = { code: "invalid-option", message: expect.stringContaining("format 1") };
    const layers = [packedLayer([[1]], [0])];
    for (const weights of [undefined, null, {}, { format: 2, layers }, { format: 1, layers: [] }])
      expect(() => decodeHopWeights(weights as unknown as HopWeights)).toThrow(
        expect.objectContaining(none),
      );
  });

  it.each([
    ["too few bytes", { weights: "AAAA" }, "3 bytes where 2"],
    ["steps that are no text", { steps: 7 }, "bytes where 4 are told"],
    ["a bias that is no number", { biases: "AADAfw==" }, "number that is none"],
    ["a step that is infinite", { steps: "AACAfw==" }, "number that is none"],
    ["a width of none", { inputs: 0 }, "a layer's inputs"],
    ["outputs that are not told", { outputs: undefined }, "a layer's outputs"],
  ])("refuses %s", (_, damage, message) => {
    const layer = { ...packedLayer([[1, 2]], [0]), ...damage } as ReturnType<typeof packedLayer>;
    expect(() => decodeHopWeights(madeWeights(layer))).toThrow(
      expect.objectContaining({
        code: "invalid-option",
        message: expect.stringContaining(message),
      }),
    );
  });

  it("refuses layers that don't fit together", () => {
    const weights = madeWeights(packedLayer([[1], [2]], [0, 0]), packedLayer([[1, 2, 3]], [0]));
    expect(() => decodeHopWeights(weights)).toThrow(/Layer 2 takes 3 numbers and layer 1 gives 2/);
  });
});

describe("the shipped weights", () => {
  const weights = JSON.parse(shipped) as HopWeights;

  it("are 384 -> 128 -> 4, in less than 80 kB", () => {
    expect(weights.layers.map(({ inputs, outputs }) => [inputs, outputs])).toEqual([
      [384, 128],
      [128, 4],
    ]);
    expect(decodeHopWeights(weights)).toHaveLength(2);
    expect(shipped.length).toBeLessThan(80_000);
  });

  it("tell where they come from: command, seed, and the hashes of training sets only", () => {
    expect(weights.origin).toMatchObject({
      command: expect.stringContaining("tools/train-hops.py"),
      seed: expect.any(Number),
    });
    const sets = Object.entries(weights.origin.sets as Record<string, string>);
    expect(sets.length).toBeGreaterThan(0);
    for (const [name, hash] of sets) {
      expect(name).toContain("train");
      expect(hash).toMatch(/^[0-9a-f]{64}$/);
    }
  });
});
