import { describe, expect, it } from "vitest";
import { type Fusion, reciprocalRank } from "./fusion.js";
import { hybridRetriever } from "./hybrid-retriever.js";
import type { RetrieveOptions, Retriever, ScoredNode } from "./retriever.js";
import { wordOverlapRetriever } from "./testing/fakes.js";
import { weighted } from "./weighted.js";

const texts = ["red fox", "red hen", "red fox den", "grey den", "fox"];
const part = (name: string, rows: readonly number[]): Retriever =>
  wordOverlapRetriever(
    texts.map((text, row) => (rows.includes(row) ? text : "")),
    name,
  );
const idsOf = (list: readonly ScoredNode[]): string[] => list.map(({ node }) => node.id);
const fuse = reciprocalRank();

describe("hybridRetriever", () => {
  it("fuses the lists of all, whose names make its own", async () => {
    const hybrid = hybridRetriever([part("a", [0, 1, 2]), part("b", [2, 3, 4])], { fuse });
    expect(hybrid.name).toBe("a+b");
    const [first, ...others] = await hybrid.retrieve("red fox den");
    expect(first?.node.id).toBe("p2");
    expect(first?.signals).toEqual({ "a.overlap": 3, "a.rank": 1, "b.overlap": 3, "b.rank": 1 });
    expect(idsOf(others).sort()).toEqual(["p0", "p1", "p3", "p4"]);
  });

  it("asks each for the candidates, or for the limit when that is more", async () => {
    const asked: (RetrieveOptions | undefined)[] = [];
    const noting: Retriever = {
      name: "noting",
      async retrieve(_query, options) {
        asked.push(options);
        return [];
      },
    };
    const { signal } = new AbortController();
    const hybrid = hybridRetriever([noting], { fuse, candidates: 7 });
    await hybrid.retrieve("q", { limit: 3, signal });
    await hybrid.retrieve("q", { limit: 9 });
    await hybridRetriever([noting], { fuse }).retrieve("q");
    expect(asked).toEqual([{ limit: 7, signal }, { limit: 9 }, { limit: 30 }]);
  });

  it("asks all at once", async () => {
    let running = 0;
    let most = 0;
    const slow = (name: string): Retriever => ({
      name,
      async retrieve() {
        most = Math.max(most, ++running);
        await new Promise((resolve) => setTimeout(resolve, 5));
        running--;
        return [];
      },
    });
    await hybridRetriever([slow("a"), slow("b"), slow("c")], { fuse }).retrieve("q");
    expect(most).toBe(3);
  });

  it("passes the limit to the fusion, 10 unless told", async () => {
    const limits: (number | undefined)[] = [];
    const noting: Fusion = async (_query, lists, options) => {
      limits.push(options?.limit);
      return lists.flat();
    };
    const hybrid = hybridRetriever([part("a", [0])], { fuse: noting });
    await hybrid.retrieve("red", { limit: 4 });
    await hybrid.retrieve("red");
    expect(limits).toEqual([4, 10]);
  });

  it("fills the signals of those that did not list a node, ranks apart", async () => {
    const parts = [part("a", [0, 1]), part("b", [3])];
    const plain = await hybridRetriever(parts, { fuse }).retrieve("red den");
    const filled = await hybridRetriever(parts, { fuse, fillSignals: true }).retrieve("red den");
    const signalsOf = (list: readonly ScoredNode[], id: string): unknown =>
      list.find(({ node }) => node.id === id)?.signals;
    expect(signalsOf(plain, "p3")).toEqual({ "b.overlap": 1, "b.rank": 1 });
    expect(signalsOf(filled, "p3")).toEqual({ "a.overlap": 1, "b.overlap": 1, "b.rank": 1 });
    expect(idsOf(filled)).toEqual(idsOf(plain));
  });

  it("fills with parts that cannot score, and with empty lists", async () => {
    const mute: Retriever = { name: "mute", retrieve: async () => [] };
    const options = { fuse: weighted({ "a.overlap": 1 }), fillSignals: true };
    const hybrid = hybridRetriever([mute, part("a", [0, 1])], options);
    expect(idsOf(await hybrid.retrieve("red fox"))).toEqual(["p0", "p1"]);
    expect(await hybrid.retrieve("nothing like it")).toEqual([]);
  });

  it("nests: the inner parts score what the outer ones found", async () => {
    const inner = hybridRetriever([part("a", [0]), part("b", [1])], { fuse });
    const outer = hybridRetriever([inner, part("c", [3])], { fuse, fillSignals: true });
    expect(outer.name).toBe("a+b+c");
    const found = await outer.retrieve("red den");
    expect(found.find(({ node }) => node.id === "p3")?.signals).toEqual({
      "a.overlap": 1,
      "b.overlap": 1,
      "c.overlap": 1,
      "c.rank": 1,
    });
  });

  it("passes a part's error on", async () => {
    const failure = new Error("no connection");
    const failing: Retriever = { name: "failing", retrieve: () => Promise.reject(failure) };
    const hybrid = hybridRetriever([part("a", [0]), failing], { fuse });
    await expect(hybrid.retrieve("red")).rejects.toBe(failure);
  });

  it("refuses no retrievers, equal names, and candidates below 1", () => {
    expect(() => hybridRetriever([], { fuse })).toThrow(/at least one retriever.*none/);
    const twice = [part("a", [0]), part("a", [1])];
    expect(() => hybridRetriever(twice, { fuse })).toThrow(/given: a, a/);
    expect(() => hybridRetriever([part("a", [0])], { fuse, candidates: 0 })).toThrow(/candidates/);
  });
});
