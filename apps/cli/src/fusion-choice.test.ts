import type { ScoredNode } from "@psi/core";
import { shippedWeights } from "@psi/fusion";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkFusion, fusionChoice } from "./fusion-choice.js";
import { type Workplace, workplace } from "./testing/psi.js";

let place: Workplace;
beforeAll(async () => {
  place = await workplace();
});
afterAll(() => place.remove());

const scored = (id: string): ScoredNode => ({
  node: { row: 0, id, layer: 0, text: id, metadata: {} },
  score: 1,
});

describe("fusionChoice", () => {
  it("leaves the index's own fusion in place", async () => {
    expect(await fusionChoice({})).toEqual({});
    expect(await fusionChoice({ fuse: "learned" })).toEqual({});
  });

  it("merges by ranks", async () => {
    const { fuse } = await fusionChoice({ fuse: "rrf" });
    const merged = await fuse?.("q", [[scored("a")], [scored("b"), scored("a")]]);
    expect(merged?.map(({ node }) => node.id)).toEqual(["a", "b"]);
    expect(merged?.[0]?.score).toBeCloseTo(1 / 61 + 1 / 62, 12);
  });

  it("takes weights of a file, and names the file that is no weights", async () => {
    const weights = shippedWeights("words");
    const file = await place.write("good.json", JSON.stringify(weights));
    expect((await fusionChoice({ weights: file })).weights).toEqual(weights);
    for (const [name, text] of Object.entries({
      "a.json": "{",
      "b.json": "{}",
      "c.json": "null",
    })) {
      await place.write(name, text);
      await expect(fusionChoice({ weights: place.path(name) })).rejects.toThrow(name);
    }
    await expect(fusionChoice({ weights: place.path("none.json") })).rejects.toMatchObject({
      code: "unreadable-input",
    });
  });
});

describe("checkFusion", () => {
  it("lets the hybrid be fused, and nothing else", () => {
    for (const retriever of [undefined, "hybrid"]) {
      expect(() => checkFusion({ fuse: "rrf" }, retriever)).not.toThrow();
      expect(() => checkFusion({ weights: "w" }, retriever)).not.toThrow();
    }
    expect(() => checkFusion({}, "words")).not.toThrow();
    expect(() => checkFusion({ fuse: "learned" }, "words")).toThrow(/--fuse/);
    expect(() => checkFusion({ weights: "w" }, "links")).toThrow(/--weights/);
    expect(() => checkFusion({ fuse: "rrf", weights: "w" }, undefined)).toThrow(/--weights/);
  });
});
