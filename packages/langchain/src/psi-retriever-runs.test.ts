import { setTimeout as sleep } from "node:timers/promises";
import { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import type { CallbackManager, Callbacks } from "@langchain/core/callbacks/manager";
import { RunnableLambda } from "@langchain/core/runnables";
import { hybridRetriever, rerank } from "@psi/core";
import { describe, expect, it } from "vitest";
import { fakeRetriever } from "./fake-retriever.js";
import { getMatch } from "./match.js";
import { PsiRetriever } from "./psi-retriever.js";
import { rerankerFromCompressor } from "./reranker-from-compressor.js";
import { THREE } from "./testing/three.js";

const hang = (): Promise<never> => new Promise(() => {});

describe("signal and timeout", () => {
  it("reaches the search", async () => {
    const fake = fakeRetriever(THREE);
    const { signal } = new AbortController();
    await new PsiRetriever({ retriever: fake }).invoke("q", { signal });
    expect(fake.calls[0]?.options.signal).toBe(signal);
  });

  it("does not search when aborted before", async () => {
    const fake = fakeRetriever(THREE);
    const reason = new Error("changed my mind");
    await expect(
      new PsiRetriever({ retriever: fake }).invoke("q", { signal: AbortSignal.abort(reason) }),
    ).rejects.toBe(reason);
    expect(fake.calls).toHaveLength(0);
  });

  it("rejects at once when aborted during a search that ignores it, and the run ends as failed", async () => {
    const controller = new AbortController();
    const retriever = new PsiRetriever({ retriever: fakeRetriever(THREE, { wait: hang }) });
    const ended: string[] = [];
    const handler = BaseCallbackHandler.fromMethods({
      handleRetrieverError: (error) => void ended.push(error.message),
    });
    const waiting = retriever.invoke("q", { signal: controller.signal, callbacks: [handler] });
    setTimeout(() => controller.abort(new Error("enough")), 20);
    await expect(waiting).rejects.toThrow("enough");
    expect(ended).toEqual(["enough"]);
  });

  it("rejects after the timeout", async () => {
    const retriever = new PsiRetriever({ retriever: fakeRetriever(THREE, { wait: hang }) });
    await expect(retriever.invoke("q", { timeout: 1 })).rejects.toMatchObject({
      name: "TimeoutError",
    });
    await expect(retriever.batch(["p", "q"], { timeout: 1 })).rejects.toMatchObject({
      name: "TimeoutError",
    });
    expect(
      await new PsiRetriever({ retriever: fakeRetriever(THREE) }).invoke("q", { timeout: 10_000 }),
    ).toHaveLength(3);
  });

  it("holds for a chain's signal too", async () => {
    const retriever = new PsiRetriever({ retriever: fakeRetriever(THREE, { wait: hang }) });
    const chain = RunnableLambda.from((input: { question: string }) => input.question).pipe(
      retriever,
    );
    await expect(chain.invoke({ question: "q" }, { timeout: 20 })).rejects.toMatchObject({
      name: "TimeoutError",
    });
  });
});

describe("batch and streams", () => {
  it("answers a batch in order, with no more searches at once than maxConcurrency", async () => {
    const fake = fakeRetriever(THREE, { wait: () => sleep(5) });
    const retriever = new PsiRetriever({ retriever: fake });
    const queries = Array.from({ length: 9 }, (_, i) => `q${i}`);
    expect(
      (await retriever.batch(queries, { maxConcurrency: 2 })).map((list) => list.length),
    ).toEqual(queries.map(() => 3));
    expect(fake.calls.map(({ query }) => query)).toEqual(queries);
    expect(fake.busiest()).toBe(2);
  });

  it("keeps the calls of a batch apart", async () => {
    const retriever = new PsiRetriever({
      retriever: fakeRetriever(THREE, { wait: () => sleep(1) }),
    });
    const limits = [1, 2, 3].map((limit) => ({ configurable: { psi: { limit } } }));
    expect((await retriever.batch(["p", "q", "r"], limits)).map((list) => list.length)).toEqual([
      1, 2, 3,
    ]);
    const mixed = await retriever.batch(
      ["p", 3 as unknown as string],
      {},
      { returnExceptions: true },
    );
    expect(mixed[0]).toHaveLength(3);
    expect(mixed[1]).toMatchObject({ code: "invalid-option" });
  });

  it("streams the list, and events with the search's own", async () => {
    const retriever = new PsiRetriever({ retriever: fakeRetriever(THREE) });
    const parts: unknown[] = [];
    for await (const part of await retriever.stream("q", { configurable: { psi: { limit: 2 } } }))
      parts.push(part);
    expect(parts).toHaveLength(1);
    expect(parts[0]).toHaveLength(2);
    const events: [string, unknown][] = [];
    for await (const { event, name, data } of retriever.streamEvents("q", { version: "v2" })) {
      events.push([`${event} ${name}`, data]);
    }
    expect(events.map(([name]) => name)).toEqual([
      "on_retriever_start PsiRetriever",
      "on_custom_event psi_search",
      "on_retriever_end PsiRetriever",
    ]);
    expect(events[1]?.[1]).toEqual({
      query: "q",
      found: 3,
      via: { sparse: 2, tree: 1 },
      milliseconds: expect.any(Number),
      matches: (await retriever.invoke("q")).map(getMatch),
    });
  });
});

describe("callbacks", () => {
  /** Keeps "name of the run < name of its parent" for what begins. */
  function recorder(): {
    readonly handler: BaseCallbackHandler;
    readonly begun: string[];
    readonly tags: (string[] | undefined)[];
    readonly runIds: string[];
  } {
    const runIds: string[] = [];
    const names = new Map<string, string>();
    const begun: string[] = [];
    const tags: (string[] | undefined)[] = [];
    const begin = (name: string, runId: string, parentId?: string, runTags?: string[]): void => {
      runIds.push(runId);
      names.set(runId, name);
      begun.push(`${name} < ${parentId === undefined ? "nothing" : names.get(parentId)}`);
      tags.push(runTags);
    };
    const handler = BaseCallbackHandler.fromMethods({
      handleRetrieverStart: (_r, _q, runId, parentId, runTags, _m, name) =>
        begin(name ?? "retriever", runId, parentId, runTags),
      handleChainStart: (_c, _i, runId, ...rest) => {
        // Core passes the parent's id in another place for some runnables; the last string that is a known run is it.
        const parent = rest.find((one): one is string => typeof one === "string" && names.has(one));
        begin(
          (rest.at(-2) as string | undefined) ?? "chain",
          runId,
          parent,
          rest.find(Array.isArray) as string[] | undefined,
        );
      },
    });
    return { handler, begun, tags, runIds };
  }

  it("makes LangChain parts inside the search child runs, and knows its own name and tags", async () => {
    const { handler, begun, tags, runIds } = recorder();
    const scorer = RunnableLambda.from(async (text: string) => text.length).withConfig({
      runName: "scorer",
    });
    let handed: Callbacks | undefined;
    const reranker = rerankerFromCompressor({
      async compressDocuments(documents, _query, callbacks) {
        handed = callbacks;
        await scorer.invoke("traced by itself, as a part of the run");
        return documents;
      },
    });
    const hybrid = hybridRetriever([fakeRetriever(THREE)], { fuse: rerank(reranker) });
    const retriever = new PsiRetriever({ retriever: hybrid, tags: ["mine"] });
    await retriever.invoke("q", { callbacks: [handler], runName: "search" });
    expect(begun).toEqual(["search < nothing", "scorer < search"]);
    expect(tags[0]).toEqual(["mine"]);
    expect(tags[1]).toContain("psi:search");
    // For compressors that begin runs of their own.
    expect((handed as CallbackManager).getParentRunId()).toBe(runIds[0]);
  });

  it("is itself a child run in a chain", async () => {
    const { handler, begun } = recorder();
    const retriever = new PsiRetriever({ retriever: fakeRetriever(THREE) });
    const chain = RunnableLambda.from((question: string) => retriever.invoke(question));
    await chain.withConfig({ runName: "outer" }).invoke("q", { callbacks: [handler] });
    expect(begun[1]).toMatch(/< outer$/);
  });

  it("tells handlers of errors, and leaves the error as it is", async () => {
    const failure = new Error("no such word");
    const retriever = new PsiRetriever({
      retriever: fakeRetriever([], { wait: () => Promise.reject(failure) }),
    });
    const told: unknown[] = [];
    const handler = BaseCallbackHandler.fromMethods({
      handleRetrieverError: (error) => void told.push(error),
    });
    await expect(retriever.invoke("q", { callbacks: [handler] })).rejects.toBe(failure);
    expect(told).toEqual([failure]);
  });
});
