import { wordEmbedder } from "@psi/core/testing";
import { describe, expect, it, vi } from "vitest";
import { queryVectors } from "./query-vectors.js";

describe("queryVectors", () => {
  it("embeds a query once, also when it is asked for twice at the same time", async () => {
    const embedder = wordEmbedder();
    const vectorOf = queryVectors(embedder);
    const [first, second] = await Promise.all([vectorOf("a"), vectorOf("a"), vectorOf("b")]);
    expect(second).toEqual(first);
    expect(await vectorOf("a")).toEqual(first);
    expect(embedder.embedded).toEqual(["a", "b"]);
  });

  it("forgets all but the last sixteen", async () => {
    const embedder = wordEmbedder();
    const vectorOf = queryVectors(embedder);
    for (let i = 0; i <= 16; i++) await vectorOf(`query ${i}`);
    await vectorOf("query 1");
    expect(embedder.embedded).toHaveLength(17);
    await vectorOf("query 0");
    expect(embedder.embedded).toHaveLength(18);
  });

  it("tells the embedder's error, and tries again the next time", async () => {
    const cause = new Error("out of memory");
    const embedQuery = vi.fn().mockRejectedValueOnce(cause).mockResolvedValue([1, 2]);
    const vectorOf = queryVectors({ embedQuery });
    await expect(vectorOf("a")).rejects.toMatchObject({ code: "embedder-failed", cause });
    await expect(vectorOf("a")).resolves.toEqual([1, 2]);
  });

  it("waits for a hanging embedder no longer than the signal allows", async () => {
    const vectorOf = queryVectors({ embedQuery: () => new Promise(() => {}) });
    const controller = new AbortController();
    const waiting = vectorOf("a", controller);
    controller.abort(new Error("enough"));
    await expect(waiting).rejects.toThrow("enough");
    await expect(vectorOf("a", controller)).rejects.toThrow("enough");
  });

  it("leaves nothing on a signal that outlives the call", async () => {
    const { signal } = new AbortController();
    const add = vi.spyOn(signal, "addEventListener");
    const remove = vi.spyOn(signal, "removeEventListener");
    await queryVectors(wordEmbedder())("a", { signal });
    expect(remove.mock.calls.map(([, listener]) => listener)).toEqual(
      add.mock.calls.map(([, listener]) => listener),
    );
  });
});
