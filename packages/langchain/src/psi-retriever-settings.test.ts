import { RunnableLambda, RunnableSequence } from "@langchain/core/runnables";
import { memoryStore } from "@psi/core";
import { createIndex, type PsiIndex } from "@psi/rag";
import { beforeAll, describe, expect, it } from "vitest";
import { fakeRetriever } from "./fake-retriever.js";
import { getMatch } from "./match.js";
import { PsiAgent } from "./psi-agent.js";
import { PsiRetriever, type PsiRetrieverInput } from "./psi-retriever.js";
import type { SearchSettings } from "./search-settings.js";
import { WORDS } from "./testing/archive.js";
import { answerWith, fakeSource, stepsTo } from "./testing/steps.js";
import { THREE } from "./testing/three.js";

const passages = ["Petrel", "Plover", "Tern"].flatMap((ship) =>
  ["log", "letter"].map((kind) => ({
    id: `${ship}-${kind}`,
    pageContent: `A ${kind} of the brig ${ship}.`,
    metadata: { ship, kind },
  })),
);
let index: PsiIndex;
beforeAll(async () => {
  index = await createIndex(memoryStore(), passages, WORDS);
});

const psi = (settings: SearchSettings) => ({ configurable: { psi: settings } });
const idsOf = (found: readonly { readonly id?: string }[]) => found.map(({ id }) => id).sort();

describe("the settings of a constructor", () => {
  it("hold for every call that does not say otherwise", async () => {
    const retriever = new PsiRetriever({ index, filter: { ship: "Tern" } });
    expect(idsOf(await retriever.invoke("log"))).toEqual(["Tern-letter", "Tern-log"]);
    const words = new PsiRetriever({ index, retriever: "words", limit: 1 });
    const [best, ...more] = await words.invoke("letter");
    expect(getMatch(best)?.via).toEqual(["sparse"]);
    expect(more).toEqual([]);
    expect((await words.invoke("letter", psi({ limit: 3 }))).length).toBe(3);
    const none = new PsiRetriever({ index, fuse: async () => [] });
    expect(await none.invoke("letter")).toEqual([]);
  });

  it("are taken by fromDocuments and open as well", async () => {
    const store = memoryStore();
    const settings = { filter: { kind: "log" }, retriever: "tree" } as const;
    const made = await PsiRetriever.fromDocuments(passages, {
      ...WORDS,
      ...settings,
      where: store,
    });
    const opened = await PsiRetriever.open(store, { ...WORDS, ...settings });
    for (const retriever of [made, opened]) {
      const found = await retriever.invoke("brig");
      expect(idsOf(found)).toEqual(["Petrel-log", "Plover-log", "Tern-log"]);
      expect(getMatch(found[0])?.via).toEqual(["tree"]);
    }
  });

  it("leave a fusion to the index too, which also answers with it", async () => {
    const { index: made } = await PsiRetriever.fromDocuments(passages, {
      ...WORDS,
      fuse: async () => [],
    });
    expect(await made.search("brig")).toEqual([]);
  });

  it.each<[string, Partial<Record<keyof SearchSettings | "index", unknown>>, RegExp]>([
    ["a filter", { filter: "Tern" }, /filter must be an object/],
    ["an operator", { filter: { ship: { $ne: "Tern" } } }, /operator "\$ne"/],
    ["a kind of retriever", { retriever: "vector" }, /retriever must be one of/],
    ["a fusion", { fuse: "rrf" }, /fuse must be a fusion/],
    ["an index", { index: {} }, /index must be an index/],
  ])("are refused at once when %s is wrong", async (_, wrong, message) => {
    const error = expect.objectContaining({
      code: "invalid-option",
      message: expect.stringMatching(message),
    });
    expect(() => new PsiRetriever({ index, ...wrong } as never)).toThrow(error);
    if ("index" in wrong) return;
    const made = PsiRetriever.fromDocuments(passages, { ...WORDS, ...wrong } as never);
    await expect(made).rejects.toEqual(error);
    await expect(PsiRetriever.open(memoryStore(), wrong as never)).rejects.toEqual(error);
    expect(() => new PsiAgent({ index, ...wrong } as never)).toThrow(error);
  });

  it("need an index, but for the limit", () => {
    const retriever = fakeRetriever(THREE);
    for (const settings of [{ filter: { a: 1 } }, { fuse: async () => [] }, { width: 3 }]) {
      expect(() => new PsiRetriever({ retriever, ...settings })).toThrow(
        /"fake" takes a limit only/,
      );
    }
    expect(() => new PsiRetriever({ retriever: "tree" } as never)).toThrow(/"tree", pass index/);
  });
});

describe("configurable.psi.filter", () => {
  it("holds for one call", async () => {
    const retriever = new PsiRetriever({ index });
    const found = await retriever.invoke(
      "log",
      psi({ filter: { ship: ["Tern", "Plover"], kind: "log" } }),
    );
    expect(idsOf(found)).toEqual(["Plover-log", "Tern-log"]);
    expect((await retriever.invoke("log")).length).toBe(5);
  });

  it.each([null, "", 0, false, [], new Map([["ship", "Tern"]])])(
    "is never taken for no filter: %j is refused",
    async (filter) => {
      const call = new PsiRetriever({ index }).invoke("log", psi({ filter: filter as never }));
      await expect(call).rejects.toMatchObject({
        code: "invalid-option",
        message: expect.stringContaining("configurable.psi.filter"),
      });
    },
  );
});

describe("settings of a constructor, of withConfig, of a run and of a call", () => {
  /** All that the fake was asked for: what arrives of the settings. */
  function asked(input: Omit<PsiRetrieverInput, "index" | "retriever"> = {}) {
    const calls: SearchSettings[] = [];
    const search: PsiIndex["search"] = async (_query, { signal: _, ...settings } = {}) => {
      calls.push(settings);
      return [];
    };
    return { retriever: new PsiRetriever({ index: { ...index, search }, ...input }), calls };
  }
  const tern = psi({ filter: { ship: "Tern" } });
  const logs = psi({ filter: { kind: "log" }, limit: 2 });
  const both = { limit: 2, filter: { ship: "Tern", kind: "log" } };

  it("are merged, setting by setting and field by field, the nearest to the call first", async () => {
    const { retriever, calls } = asked({ width: 9, filter: { ship: "Plover", year: 1866 } });
    await retriever.invoke("q", logs);
    await retriever.withConfig(tern).invoke("q", logs);
    await retriever.withConfig(logs).invoke("q", tern);
    await retriever
      .withConfig(tern)
      .withConfig(logs)
      .invoke("q", psi({ limit: 4 }));
    await retriever.withConfig(psi({ limit: 7 })).invoke("q", psi({ limit: 1 }));
    const year = { year: 1866 };
    expect(calls).toEqual([
      { width: 9, limit: 2, filter: { ship: "Plover", kind: "log", ...year } },
      { width: 9, limit: 2, filter: { ship: "Tern", kind: "log", ...year } },
      { width: 9, limit: 2, filter: { ship: "Tern", kind: "log", ...year } },
      { width: 9, limit: 4, filter: { ship: "Tern", kind: "log", ...year } },
      { width: 9, limit: 1, filter: { ship: "Plover", ...year } },
    ]);
  });

  it.each<[string, (retriever: PsiRetriever) => Promise<unknown>]>([
    ["a batch", (retriever) => retriever.withConfig(tern).batch(["q"], logs)],
    ["a batch of configurations", (retriever) => retriever.withConfig(tern).batch(["q"], [logs])],
    [
      "a stream",
      async (retriever) => {
        for await (const _ of await retriever.withConfig(tern).stream("q", logs));
      },
    ],
    [
      "events",
      async (retriever) => {
        const events = retriever.withConfig(tern).streamEvents("q", { version: "v2", ...logs });
        for await (const _ of events);
      },
    ],
    ["retries", (retriever) => retriever.withConfig(tern).withRetry().invoke("q", logs)],
    [
      "retries bound later",
      (retriever) => retriever.withRetry().invoke("q", { configurable: { psi: both } }),
    ],
    ["listeners", (retriever) => retriever.withConfig(tern).withListeners({}).invoke("q", logs)],
    [
      "fallbacks",
      (retriever) => retriever.withConfig(tern).withFallbacks([retriever]).invoke("q", logs),
    ],
    [
      "a sequence",
      (retriever) =>
        RunnableSequence.from([(q: string) => q, retriever.withConfig(tern)]).invoke("q", logs),
    ],
    [
      "a pipe",
      (retriever) =>
        retriever
          .withConfig(tern)
          .pipe(() => "")
          .invoke("q", logs),
    ],
    [
      "a sequence in a sequence",
      (retriever) => {
        const inner = retriever.withConfig(tern).pipe(() => "");
        return RunnableSequence.from([inner, () => ""]).invoke("q", logs);
      },
    ],
    [
      "a function in a run",
      (retriever) =>
        RunnableLambda.from((q: string) => retriever.invoke(q, tern)).invoke("q", logs),
    ],
    [
      "a function that passes its configuration",
      (retriever) =>
        RunnableLambda.from((q: string, config) =>
          retriever.withConfig(tern).invoke(q, config),
        ).invoke("q", logs),
    ],
    [
      "a bound retriever in a run",
      (retriever) =>
        RunnableLambda.from((q: string) => retriever.withConfig(tern).invoke(q)).invoke("q", logs),
    ],
    [
      "a run within a run",
      (retriever) => {
        const inner = RunnableLambda.from((q: string) => retriever.invoke(q));
        return RunnableLambda.from((q: string) => inner.invoke(q)).invoke("q", {
          configurable: { psi: both },
        });
      },
    ],
    [
      "a run whose call says more",
      (retriever) => {
        const inner = RunnableLambda.from((q: string) =>
          retriever.invoke(q, psi({ filter: { ship: "Tern" } })),
        );
        return inner.pipe(() => "").invoke("q", logs);
      },
    ],
  ])("are merged in %s", async (_, run) => {
    const { retriever, calls } = asked();
    await run(retriever);
    expect(calls).toEqual([both]);
  });

  it("let the run's settings, which are those of its call, count more than bound ones", async () => {
    const { retriever, calls } = asked();
    const bound = retriever.withConfig(psi({ limit: 1, filter: { ship: "Plover" } }));
    await RunnableLambda.from((q: string) => bound.invoke(q)).invoke("q", psi(both));
    await RunnableSequence.from([(q: string) => q, bound]).invoke("q", psi(both));
    expect(calls).toEqual([both, both]);
  });

  it("leave what else is bound and configured as LangChain has it", async () => {
    const { retriever, calls } = asked();
    const bound = retriever.withConfig({ ...tern, tags: ["a"], runName: "first" });
    const again = bound.withConfig({ ...logs, metadata: { b: 1 }, runName: "second" });
    expect(again.config).toMatchObject({ tags: ["a"], metadata: { b: 1 }, runName: "second" });
    await again.invoke("q", { configurable: { thread_id: "t" } });
    expect(calls).toEqual([both]);
    expect(bound.config.configurable).toEqual(tern.configurable);
  });

  it("do not reach the retrievers inside a search", async () => {
    const inner = asked();
    const fuse = async () => {
      await inner.retriever.invoke("inner");
      return [];
    };
    await new PsiRetriever({ index, fuse, filter: { ship: "Tern" } }).invoke("q");
    expect(inner.calls).toEqual([{ limit: 5 }]);
  });

  it("are refused when they are bound, if they are wrong", () => {
    const { retriever } = asked();
    expect(() => retriever.withConfig(psi({ limit: 0 }))).toThrow(/configurable\.psi\.limit/);
  });

  it("are an agent's too", async () => {
    const source = fakeSource(stepsTo(answerWith()));
    const agent = new PsiAgent({
      index: source,
      maxTokens: 500,
      filter: { ship: "Plover", year: 1866 },
    });
    await agent.withConfig(tern).invoke("q", logs);
    await RunnableLambda.from((q: string) => agent.invoke(q, tern)).invoke("q", logs);
    await agent
      .withConfig(tern)
      .pipe(({ text }) => text)
      .invoke("q", logs);
    const options = source.calls.map((call) => call.options);
    const filter = { ...both.filter, year: 1866 };
    expect(options).toEqual([1, 2, 3].map(() => ({ maxTokens: 500, ...both, filter })));
    await agent.invoke("q");
    expect(source.calls.at(-1)?.options).toEqual({
      maxTokens: 500,
      filter: { ship: "Plover", year: 1866 },
    });
  });
});
