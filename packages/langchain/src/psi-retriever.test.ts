import type { CallbackManagerForRetrieverRun } from "@langchain/core/callbacks/manager";
import { Document, type DocumentInterface } from "@langchain/core/documents";
import { hybridRetriever, reciprocalRank } from "@psi/core";
import { describe, expect, it } from "vitest";
import { fakeRetriever, foundNode } from "./fake-retriever.js";
import { getMatch } from "./match.js";
import { PsiRetriever } from "./psi-retriever.js";
import { THREE } from "./testing/three.js";

describe("documents", () => {
  it("have text, id and the caller's metadata, and a match that is none of these", async () => {
    const [first, second, third] = await new PsiRetriever({
      retriever: fakeRetriever(THREE),
    }).invoke("q");
    expect(first).toBeInstanceOf(Document);
    expect(JSON.parse(JSON.stringify(first))).toEqual({
      id: "a",
      pageContent: "Text of a.",
      metadata: { title: "A", psi: "old" },
    });
    expect(getMatch(first)).toEqual({
      score: 0.9,
      rank: 1,
      nodeId: "a",
      layer: 0,
      via: ["sparse", "tree"],
    });
    expect(getMatch(second)).toEqual({
      score: 0.5,
      rank: 2,
      nodeId: "b",
      layer: 0,
      via: ["sparse"],
    });
    expect(getMatch(third)?.via).toEqual([]);
  });

  it("are their own: writing into one changes nothing of the node's", async () => {
    const metadata = Object.freeze({ title: "A" });
    const retriever = new PsiRetriever({
      retriever: fakeRetriever([foundNode("a", 1, { metadata })]),
    });
    const [found] = await retriever.invoke("q");
    (found as DocumentInterface).metadata.relevanceScore = 3;
    expect(metadata).toEqual({ title: "A" });
    expect((await retriever.invoke("q"))[0]?.metadata).not.toHaveProperty("relevanceScore");
  });
});

describe("limit", () => {
  it("is 5 when left out, the constructor's, or the call's, and reaches the search", async () => {
    const fake = fakeRetriever(THREE);
    await new PsiRetriever({ retriever: fake }).invoke("q");
    const two = new PsiRetriever({ retriever: fake, limit: 2 });
    expect(await two.invoke("q")).toHaveLength(2);
    expect(await two.invoke("q", { configurable: { psi: { limit: 1 } } })).toHaveLength(1);
    expect(await two.withConfig({ configurable: { psi: { limit: 3 } } }).invoke("q")).toHaveLength(
      3,
    );
    expect(fake.calls.map(({ options }) => options.limit)).toEqual([5, 2, 1, 3]);
  });

  it.each([0, -1, 1.5, Number.NaN, "3"])("refuses %s", async (limit) => {
    const bad = limit as number;
    expect(() => new PsiRetriever({ retriever: fakeRetriever([]), limit: bad })).toThrow(/limit/);
    const retriever = new PsiRetriever({ retriever: fakeRetriever([]) });
    await expect(
      retriever.invoke("q", { configurable: { psi: { limit: bad } } }),
    ).rejects.toMatchObject({ code: "invalid-option" });
    await expect(PsiRetriever.fromDocuments([], { limit: bad })).rejects.toMatchObject({
      code: "invalid-option",
      message: /limit/,
    });
    await expect(PsiRetriever.open("never-made", { limit: bad })).rejects.toMatchObject({
      code: "invalid-option",
      message: /limit/,
    });
  });
});

describe("bad input", () => {
  it.each([undefined, null, { question: "q" }, 3])(
    "refuses the query %j and says what to do",
    async (query) => {
      const retriever = new PsiRetriever({ retriever: fakeRetriever(THREE) });
      await expect(retriever.invoke(query as never)).rejects.toMatchObject({
        code: "invalid-option",
        message: /must be a string.*RunnableLambda/,
      });
    },
  );

  it.each([3, "limit", [], null])("refuses configurable.psi %j", async (psi) => {
    const retriever = new PsiRetriever({ retriever: fakeRetriever(THREE) });
    await expect(retriever.invoke("q", { configurable: { psi } })).rejects.toMatchObject({
      code: "invalid-option",
      message: /configurable\.psi/,
    });
  });

  it("names options that do not exist, and those that only an index has", async () => {
    const retriever = new PsiRetriever({ retriever: fakeRetriever(THREE) });
    const typo = retriever.invoke("q", { configurable: { psi: { limits: 3 } } });
    await expect(typo).rejects.toMatchObject({
      code: "invalid-option",
      message: /"limits".*limit, retriever/,
    });
    const refused = retriever.invoke("q", { configurable: { psi: { retriever: "tree" } } });
    await expect(refused).rejects.toMatchObject({
      code: "invalid-option",
      message: /"fake".*retriever.*index/,
    });
  });

  it.each([undefined, {}, new Document({ pageContent: "x" })])(
    "needs something to search, not %j",
    (retriever) => {
      expect(() => new PsiRetriever({ retriever: retriever as never })).toThrow(/fromDocuments/);
    },
  );

  it("has no index when made of a retriever", async () => {
    const retriever = new PsiRetriever({ retriever: fakeRetriever(THREE) });
    expect(() => retriever.index).toThrow(/"fake"/);
    await expect(retriever.addDocuments([])).rejects.toMatchObject({ code: "invalid-option" });
    await expect(retriever.delete({ ids: [] })).rejects.toMatchObject({ code: "invalid-option" });
  });
});

describe("subclasses", () => {
  class Shouting extends PsiRetriever {
    override async _getRelevantDocuments(query: string, run?: CallbackManagerForRetrieverRun) {
      return (await super._getRelevantDocuments(query.toUpperCase(), run)).reverse();
    }
  }

  it("may wrap the search, which still has the call's configuration", async () => {
    const fake = fakeRetriever(THREE);
    const { signal } = new AbortController();
    const found = await new Shouting({ retriever: fake }).invoke("q", {
      signal,
      configurable: { psi: { limit: 2 } },
    });
    expect(found.map(({ id }) => id)).toEqual(["b", "a"]);
    expect(fake.calls).toEqual([{ query: "Q", options: { limit: 2, signal } }]);
  });

  it("may call the search outside of a run", async () => {
    expect(
      await new Shouting({ retriever: fakeRetriever(THREE) })._getRelevantDocuments("q"),
    ).toHaveLength(3);
  });
});

it("is not serialised, and says its name and place", () => {
  const retriever = new PsiRetriever({ retriever: fakeRetriever(THREE) });
  expect(PsiRetriever.lc_name()).toBe("PsiRetriever");
  expect(retriever.lc_id).toEqual(["langchain", "retrievers", "psi", "PsiRetriever"]);
  expect(retriever.toJSON()).toMatchObject({ type: "not_implemented" });
  expect(JSON.stringify(retriever)).not.toContain("Text of");
});

it("works with a hybrid of core, whose nodes name both finders", async () => {
  const other = {
    ...fakeRetriever([foundNode("c", 2, { signals: { "other.rank": 1 } })]),
    name: "other",
  };
  const hybrid = hybridRetriever([fakeRetriever(THREE), other], { fuse: reciprocalRank() });
  const [best] = await new PsiRetriever({ retriever: hybrid }).invoke("q");
  expect(best?.id).toBe("c");
  expect(getMatch(best)).toMatchObject({ rank: 1, via: ["other"] });
});
