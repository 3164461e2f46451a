import { summary } from "@psi/abstract";
import { type Abstracter, type Embedder, type IndexStore, memoryStore } from "@psi/core";
import { wordEmbedder } from "@psi/core/testing";
import { describe, expect, it } from "vitest";
import { createIndex, openIndex } from "./open-index.js";
import type { PsiIndex } from "./psi-index.js";
import { embeddingHash, embeddingKey } from "./store/keys.js";
import { archive } from "./testing/archive.js";

const words = wordEmbedder();
const never = (): Promise<never> => new Promise(() => {});

/** An embedder whose methods are replaced. */
function embedderThat(changes: Partial<Record<keyof Embedder, unknown>>): Embedder {
  return { ...words, ...changes } as Embedder;
}

/** Embeds queries as long as it is well, and hangs otherwise. */
function stallingEmbedder(): { readonly embedder: Embedder; well: boolean } {
  const state = {
    well: false,
    embedder: embedderThat({
      embedQuery: (query: string) => (state.well ? words.embedQuery(query) : never()),
    }),
  };
  return state;
}

/** Runs a call that hangs, aborts it, and returns what it throws. */
async function thrownOnAbort(call: (signal: AbortSignal) => Promise<unknown>): Promise<unknown> {
  const controller = new AbortController();
  const waiting = call(controller.signal).catch((thrown: unknown) => thrown);
  await new Promise((resolve) => setImmediate(resolve));
  controller.abort(new Error("enough"));
  return waiting;
}

const hangingAbstracter: Abstracter = { name: "hangs", free: false, abstract: never };

describe("a part that hangs", () => {
  const changes: readonly (readonly [
    string,
    (index: PsiIndex, signal: AbortSignal) => Promise<unknown>,
  ])[] = [
    ["add", (index, signal) => index.add(archive(9, 50), { signal })],
    ["update", (index, signal) => index.update(archive(9, 50), { signal })],
    ["replaceAll", (index, signal) => index.replaceAll(archive(9, 50), { signal })],
  ];

  it.each(changes)("ends %s when it is aborted, and gives the lock back", async (_, change) => {
    for (const parts of [
      { embedder: embedderThat({ embedDocuments: never }) },
      { embedder: words, abstracter: hangingAbstracter },
    ]) {
      const store = memoryStore();
      const index = await openIndex(store, parts);
      expect(await thrownOnAbort((signal) => change(index, signal))).toEqual(new Error("enough"));
      const well = await openIndex(store, { embedder: words });
      expect((await well.add(archive(3))).passages).toBe(3);
    }
  });

  it("ends a change when the index is closed, and gives the lock back", async () => {
    const store = memoryStore();
    const index = await openIndex(store, { embedder: embedderThat({ embedDocuments: never }) });
    const change = index.add(archive(3));
    await new Promise((resolve) => setImmediate(resolve));
    await Promise.all([
      expect(change).rejects.toMatchObject({ code: "store-failed", message: /closed/ }),
      index.close(),
    ]);
    const well = await openIndex(store, { embedder: words });
    expect((await well.add(archive(3))).passages).toBe(3);
  });

  it.each<[string, (index: PsiIndex, signal: AbortSignal) => Promise<unknown>]>([
    ["search", (index, signal) => index.search("Pask", { signal })],
    ["the tree", (index, signal) => index.search("Pask", { signal, retriever: "tree" })],
    ["links", (index, signal) => index.search("Pask", { signal, retriever: "links" })],
    ["searchAbstracts", (index, signal) => index.searchAbstracts("Pask", { signal })],
    ["a retriever", (index, signal) => index.retriever().retrieve("Pask", { signal })],
  ])("ends %s when it is aborted, and the same question works later", async (_, call) => {
    const state = stallingEmbedder();
    const index = await createIndex(memoryStore(), archive(20), { embedder: state.embedder });
    expect(await thrownOnAbort((signal) => call(index, signal))).toEqual(new Error("enough"));
    state.well = true;
    const found = await call(index, new AbortController().signal);
    expect((found as readonly unknown[]).length).toBeGreaterThan(0);
  });

  it("ends an answer when its time is over, and the same question is answered later", async () => {
    const state = stallingEmbedder();
    const index = await createIndex(memoryStore(), archive(20), { embedder: state.embedder });
    const question = "What did Pask keep?";
    expect(await index.ask(question, { timeout: 20 })).toMatchObject({ ending: "timeout" });
    state.well = true;
    expect(await index.ask(question)).toMatchObject({ ending: "answered" });
  });

  it("fails no other caller of the same question when one aborts", async () => {
    let embed: (vector: number[]) => void = () => {};
    const embedder = embedderThat({
      embedQuery: () =>
        new Promise((resolve) => {
          embed = resolve;
        }),
    });
    const index = await createIndex(memoryStore(), archive(20), { embedder });
    const patient = index.search("Pask");
    expect(await thrownOnAbort((signal) => index.search("Pask", { signal }))).toEqual(
      new Error("enough"),
    );
    embed(await words.embedQuery("Pask"));
    expect((await patient).length).toBe(5);
  });

  it("ends steps whose reader leaves while the model is asked", async () => {
    const index = await createIndex(memoryStore(), archive(20), { embedder: words });
    let asked: AbortSignal | undefined;
    const model = {
      name: "hangs",
      invoke: (_: unknown, options: { signal?: AbortSignal } = {}) => {
        asked = options.signal;
        return never();
      },
    };
    const steps = index
      .steps("What did Pask keep?", { model: model as never })
      [Symbol.asyncIterator]();
    expect((await steps.next()).value).toMatchObject({ kind: "decision" });
    expect((await steps.next()).value).toMatchObject({ kind: "retrieval" });
    const pending = steps.next();
    await new Promise((resolve) => setImmediate(resolve));
    expect(asked?.aborted).toBe(false);
    expect(await steps.return?.()).toMatchObject({ done: true });
    expect(await pending).toMatchObject({ done: true });
    expect(asked?.aborted).toBe(true);
  });

  it("is not reached by steps that nobody reads", async () => {
    const index = await createIndex(memoryStore(), archive(3), { embedder: words });
    const steps = index.steps("Pask?")[Symbol.asyncIterator]();
    expect(await steps.return?.()).toMatchObject({ done: true });
    expect(await steps.next()).toMatchObject({ done: true });
  });
});

describe("an embedder that breaks its contract is named as failed", () => {
  const broken: readonly (readonly [string, () => unknown])[] = [
    [
      "throws at once",
      () => {
        throw new Error("quota");
      },
    ],
    ["rejects", () => Promise.reject(new Error("quota"))],
    ["returns nothing", () => undefined],
    ["returns no list", () => Promise.resolve({})],
    ["returns texts", () => Promise.resolve(["a", "b", "c"])],
    ["returns lists of texts", () => Promise.resolve([["a"], ["b"], ["c"]])],
    ["returns empty lists", () => Promise.resolve([[], [], []])],
    ["leaves one out", () => Promise.resolve([[1], undefined, [1]])],
  ];

  it.each(broken)("for passages: it %s", async (_, embedDocuments) => {
    await expect(
      createIndex(memoryStore(), archive(3), { embedder: embedderThat({ embedDocuments }) }),
    ).rejects.toMatchObject({ code: "embedder-failed" });
  });

  it.each(broken)("for queries: it %s", async (_, embedQuery) => {
    const store = memoryStore();
    await createIndex(store, archive(20), { embedder: words });
    for (const rememberQueries of [false, true]) {
      const index = await openIndex(store, {
        embedder: embedderThat({ embedQuery }),
        rememberQueries,
      });
      const failed = { code: "embedder-failed" };
      await expect(index.search("Pask")).rejects.toMatchObject(failed);
      await expect(index.search("Pask", { retriever: "tree" })).rejects.toMatchObject(failed);
      await expect(index.searchAbstracts("Pask")).rejects.toMatchObject(failed);
      await expect(index.ask("Pask?")).rejects.toMatchObject(failed);
      await expect(index.ask("Pask?", { answerLength: "long" })).rejects.toMatchObject(failed);
    }
  });
});

describe("vectors of another width", () => {
  /** Gives vectors of one width, and of another for texts that contain a word. */
  const uneven = (width: number, odd: number, word: string): Embedder =>
    embedderThat({
      embedDocuments: async (texts: string[]) =>
        texts.map((text) => new Array(text.includes(word) ? odd : width).fill(1)),
      embedQuery: async () => new Array(width).fill(1),
    });
  const even = uneven(4, 4, "");

  it.each([
    ["in the first block", "Number 3 "],
    ["in a later block", "Number 70 "],
  ])(
    "%s are refused and not kept, and a later run with a sound embedder works",
    async (_, word) => {
      const store = memoryStore();
      const build = (embedder: Embedder) => createIndex(store, archive(100), { embedder });
      await expect(build(uneven(4, 3, word))).rejects.toMatchObject({ code: "dimension-mismatch" });
      for await (const key of store.keys("embedding/")) {
        expect((await store.read([key]))[0]).toHaveLength(16);
      }
      expect((await build(even)).inspect().dimensions).toBe(4);
    },
  );

  it("are refused against those that the index has, with another embedder of its name", async () => {
    const index = await createIndex(memoryStore(), archive(10), { embedder: uneven(4, 3, "late") });
    const late = [{ id: "n", pageContent: "A late passage.", metadata: {} }];
    await expect(index.add(late)).rejects.toMatchObject({
      code: "dimension-mismatch",
      message: expect.stringMatching(/returned 3 numbers for passage "n".*embedderName/),
    });
    expect(index.size).toBe(10);
    expect((await index.add(archive(1, 10))).passages).toBe(11);
  });

  it("are refused for abstracts", async () => {
    const abstracter: Abstracter = {
      name: "odd",
      free: false,
      abstract: async () => ({ text: "an odd abstract", notes: [] }),
    };
    await expect(
      createIndex(memoryStore(), archive(10), { embedder: uneven(4, 3, "odd"), abstracter }),
    ).rejects.toMatchObject({ code: "dimension-mismatch" });
  });

  /** Puts vectors of given widths into a store, as a version without this check did. */
  async function poisoned(widths: readonly number[]): Promise<IndexStore> {
    const store = memoryStore();
    const { titles, texts } = {
      titles: archive(widths.length).map(({ metadata }) => metadata.title),
      texts: archive(widths.length).map(({ pageContent }) => pageContent),
    };
    await store.write(
      widths.map((width, i) => ({
        key: embeddingKey(embeddingHash(words.name, `${titles[i]}\n${texts[i]}`)),
        bytes: new Uint8Array(new Float32Array(width).fill(1 / Math.sqrt(width)).buffer),
      })),
    );
    return store;
  }

  it.each<[string, readonly number[], number]>([
    ["the fewer", [...new Array(80).fill(4), ...new Array(20).fill(3)], 20],
    ["the more", [...new Array(80).fill(3), ...new Array(20).fill(4)], 100],
    ["all", new Array(100).fill(3), 0],
  ])("in a store heal: %s are wrong", async (_, widths, paid) => {
    const store = await poisoned(widths);
    const index = await openIndex(store, { embedder: even, abstracter: false });
    const report = await index.add(archive(100));
    expect(report.embedded).toBe(paid);
    // Where all have one width, nothing shows that it is another embedder's.
    expect(index.inspect().dimensions).toBe(paid === 0 ? 3 : 4);
  });

  it("in a store heal when a part of the passages is new", async () => {
    const store = await poisoned(new Array(60).fill(3));
    const index = await openIndex(store, { embedder: even, abstracter: false });
    expect((await index.estimate(archive(90))).embeddings.missing).toBe(30);
    expect((await index.add(archive(90))).embedded).toBe(90);
    expect(index.inspect().dimensions).toBe(4);
  });

  it("of queries that were kept are neither used nor kept", async () => {
    const store = memoryStore();
    const index = await createIndex(store, archive(10), { embedder: even, rememberQueries: true });
    const narrow = await openIndex(store, {
      embedder: embedderThat({ embedQuery: async () => [1, 2, 3] }),
      rememberQueries: true,
    });
    await expect(narrow.search("Pask")).rejects.toMatchObject({ code: "dimension-mismatch" });
    expect((await index.search("Pask")).length).toBe(5);
  });

  it("end the build where a store forgets what it is given", async () => {
    const store = memoryStore();
    const forgetful: IndexStore = {
      ...store,
      write: (entries) => store.write(entries.filter(({ key }) => !key.startsWith("embedding/"))),
    };
    let calls = 0;
    const embedder = embedderThat({
      embedDocuments: async (texts: string[]) => {
        calls++;
        return words.embedDocuments(texts);
      },
    });
    await expect(createIndex(forgetful, archive(3), { embedder })).rejects.toMatchObject({
      code: "store-failed",
    });
    expect(calls).toBeLessThanOrEqual(3);
  });
});

describe("an abstracter", () => {
  const that = (abstract: () => unknown): Abstracter =>
    ({ name: "odd", free: false, abstract }) as unknown as Abstracter;

  it("may leave notes out, and other fields are dropped", async () => {
    for (const free of [true, false]) {
      const abstracter = { ...that(async () => ({ text: "about", cost: 3n })), free };
      const index = await createIndex(memoryStore(), archive(10), { embedder: words, abstracter });
      expect((await index.node()).node).toMatchObject({ text: "about", metadata: {} });
    }
  });

  it.each<[string, () => unknown]>([
    [
      "throws at once",
      () => {
        throw new Error("quota");
      },
    ],
    ["returns nothing", () => undefined],
    ["returns a text alone", async () => "about"],
    ["returns a blank text", async () => ({ text: " ", notes: [] })],
    ["returns notes that are no list", async () => ({ text: "about", notes: "none" })],
    ["returns notes that are no texts", async () => ({ text: "about", notes: [7] })],
  ])("that %s is named as failed, and a later run works", async (_, abstract) => {
    const store = memoryStore();
    const build = (abstracter: Abstracter) =>
      createIndex(store, archive(10), { embedder: words, abstracter });
    await expect(build(that(abstract))).rejects.toMatchObject({ code: "model-failed" });
    const index = await build(that(async () => ({ text: "about", notes: ["kept"] })));
    expect((await index.node()).notes).toEqual(["kept"]);
  });

  it("is asked again for what an earlier version stored without notes, or damaged", async () => {
    const store = memoryStore();
    const abstracter = summary({
      name: "model",
      invoke: async () => ({ content: "A summary of it." }),
    } as never);
    await createIndex(store, archive(10), { embedder: words, abstracter });
    for (const bytes of ['{"text":"A summary of it."}', '{"text":7,"notes":[]}', "null"]) {
      for await (const key of store.keys("abstract/")) {
        await store.write([{ key, bytes: Buffer.from(bytes) }]);
      }
      const index = await openIndex(store, { embedder: words, abstracter });
      await index.replaceAll(archive(10));
      expect((await index.node()).node.text).toBe("A summary of it.");
      expect((await index.searchAbstracts("Pask")).length).toBeGreaterThan(0);
    }
  });
});
