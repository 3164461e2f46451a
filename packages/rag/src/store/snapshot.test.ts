import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contentHash } from "./keys.js";
import { decodeSnapshot, encodeSnapshot, type Snapshot } from "./snapshot.js";

const hash = fc.string().map((text) => contentHash(text));
const name = fc.string({ unit: "binary" });

/** Any snapshot: the sections need not make sense together, they must come back. */
const snapshot: fc.Arbitrary<Snapshot> = fc.record({
  created: fc.constant("2026-01-02T03:04:05.678Z"),
  ids: fc.array(name),
  passages: fc.array(hash),
  copies: fc.option(fc.uint32Array(), { nil: undefined }),
  tokenizer: fc.string(),
  sparse: hash,
  names: fc.option(fc.string(), { nil: undefined }),
  bridge: fc.option(hash, { nil: undefined }),
  tree: fc.option(
    fc.record({
      embedder: fc.string(),
      dimensions: fc.nat(),
      abstracter: fc.option(fc.string(), { nil: undefined }),
      maxChildren: fc.nat(),
      edges: fc.record({
        from: fc.uint32Array(),
        to: fc.uint32Array(),
        similarity: fc.float32Array({ noNaN: true }),
      }),
      hierarchy: fc.record({
        leafCount: fc.nat(),
        parents: fc.int32Array(),
        layers: fc.uint8Array(),
      }),
      embeddings: fc.array(hash),
      abstracts: fc.array(hash),
      abstractEmbeddings: fc.array(hash),
    }),
    { nil: undefined },
  ),
});

describe("a snapshot", () => {
  it("comes back as it was", () => {
    fc.assert(
      fc.property(snapshot, (given) => {
        expect(decodeSnapshot(encodeSnapshot(given))).toEqual(given);
      }),
    );
  });

  it("cut short anywhere is refused", () => {
    const [given] = fc.sample(snapshot, { numRuns: 1, seed: 7 });
    const bytes = encodeSnapshot({ ...(given as Snapshot), ids: ["a", "b"] });
    for (let length = 0; length < bytes.length; length++) {
      expect(() => decodeSnapshot(bytes.subarray(0, length))).toThrow(
        expect.objectContaining({ code: "corrupt-index" }),
      );
    }
  });
});
