import { describe, expect, it } from "vitest";
import { dot, fromRows, row } from "../matrix.js";
import { scriptedModel, textNodes, wordEmbedder, wordOverlapReranker } from "./fakes.js";

describe("wordEmbedder", () => {
  it("counts every text it is asked for", async () => {
    const embedder = wordEmbedder();
    await embedder.embedDocuments(["a", "b"]);
    await embedder.embedQuery("c");
    expect(embedder.embedded).toEqual(["a", "b", "c"]);
  });

  it("puts texts that share words near each other", async () => {
    const embedder = wordEmbedder({ dimensions: 64, name: "mine" });
    const texts = ["the red fox runs", "the red fox sleeps", "copper mines of Tarn"];
    const matrix = fromRows(await embedder.embedDocuments(texts));
    const near = dot(row(matrix, 0), row(matrix, 1));
    expect(near).toBeGreaterThan(dot(row(matrix, 0), row(matrix, 2)) + 0.2);
    expect(embedder).toMatchObject({ name: "mine", dimensions: 64 });
  });
});

describe("scriptedModel", () => {
  it("replies in order, keeps what it was asked, and throws at the end of the script", async () => {
    const failure = new Error("429");
    const model = scriptedModel([
      "one",
      { content: ["two"] },
      failure,
      (messages: unknown) => ({ content: `${messages}?` }),
    ]);
    expect(await model.invoke("a")).toEqual({ content: "one" });
    expect(await model.invoke("b")).toEqual({ content: ["two"] });
    await expect(model.invoke("c")).rejects.toBe(failure);
    expect(await model.invoke("d")).toEqual({ content: "d?" });
    await expect(model.invoke("e")).rejects.toThrow(/4 replies is at its end/);
    expect(model.calls).toEqual(["a", "b", "c", "d", "e"]);
  });
});

describe("wordOverlapReranker", () => {
  it("counts shared words, best first, and leaves out what shares none", async () => {
    const hits = await wordOverlapReranker().rerank("Red fox", ["hen", "red", "the red fox"]);
    expect(hits).toEqual([
      { id: 2, score: 2 },
      { id: 1, score: 1 },
    ]);
  });
});

describe("textNodes", () => {
  it("reads nodes by row, in the order asked, with the ids given", async () => {
    const [second, first] = await textNodes(["a", "b"], ["x"]).read([1, 0]);
    expect(second).toEqual({ row: 1, id: "p1", layer: 0, text: "b", metadata: {} });
    expect(first).toMatchObject({ row: 0, id: "x", text: "a" });
  });

  it("rejects with the reason of an aborted signal", async () => {
    const reason = new Error("stop");
    const signal = AbortSignal.abort(reason);
    await expect(textNodes(["a"]).read([0], { signal })).rejects.toBe(reason);
  });
});
