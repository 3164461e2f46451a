import { afterAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { localEmbedder } from "./local-embedder.js";
import { loadRuntime } from "./onnx-runtime.js";
import type { Truncation } from "./options.js";
import { configOf, modelFolder } from "./testing/folders.js";
import { quickEmbedder } from "./testing/quick-embedder.js";
import { thrownBy } from "./testing/thrown-by.js";

const embedder = localEmbedder();
afterAll(() => embedder.close());

describe("a text that is too long", () => {
  const long = "harbour ".repeat(600);

  it("is cut, counted, and told of by place", async () => {
    const told: Truncation[] = [];
    const subject = localEmbedder({ onTruncated: (each) => told.push(each) });
    const [, cut] = await subject.embedDocuments(["short", long]);
    expect(told).toEqual([{ kind: "document", index: 1, tokens: 602, exact: true, kept: 512 }]);
    expect(cut).toEqual((await subject.embedDocuments(["harbour ".repeat(510)]))[0]);
    expect(subject.truncated).toBe(1);
    await subject.embedQuery(long);
    expect(told[1]).toMatchObject({ kind: "query", index: 0, kept: 512 });
    expect(subject.truncated).toBe(2);
    await subject.close();
  });

  it("is told of by the call's own callback instead, and counted without any", async () => {
    const { embedder: subject } = quickEmbedder();
    const told: Truncation[] = [];
    await subject.embedDocuments([long], { onTruncated: (each) => told.push(each) });
    await subject.embedDocuments([long, "short", long]);
    expect(told).toHaveLength(1);
    expect(subject.truncated).toBe(3);
  });

  it("is cut at maxTokens, or at what the model reads when that is less", async () => {
    const { runtime } = quickEmbedder();
    const model = modelFolder({ "config.json": configOf(3, 64) });
    const told: number[] = [];
    const onTruncated = ({ kept }: Truncation): unknown => told.push(kept);
    await localEmbedder({ model, runtime, onTruncated }).embedDocuments([long]);
    await localEmbedder({ model, runtime, onTruncated, maxTokens: 10 }).embedDocuments([long]);
    expect(told).toEqual([64, 10]);
  });

  it("of five megabytes is told of as having more than it was read to have", async () => {
    const told: Truncation[] = [];
    const huge = "A line of the log. ".repeat(280_000);
    await embedder.embedDocuments([huge], { onTruncated: (each) => told.push(each) });
    expect(told[0]).toMatchObject({ exact: false, kept: 512 });
    expect(told[0]?.tokens).toBeGreaterThan(512);
  });
});

describe("a config that promises more than the model reads", () => {
  it("makes the call fail in words, and the next one work", async () => {
    const model = modelFolder({ "config.json": configOf(384, 1024) });
    const subject = localEmbedder({ model, maxTokens: 1024 });
    const thrown = await thrownBy("embedder-failed", () => subject.embedQuery("a ".repeat(700)));
    expect(thrown.cause).toBeInstanceOf(Error);
    expect(await subject.embedQuery("a")).toEqual(
      await embedder.embedDocuments(["a"]).then((v) => v[0]),
    );
    await subject.close();
  });
});

describe("countTokens", () => {
  it("counts without a model", async () => {
    const { embedder: subject, runtime } = quickEmbedder();
    expect(await subject.countTokens("harbour ".repeat(600))).toBe(602);
    expect(runtime.created()).toBe(0);
  });
});

describe("loading", () => {
  it("happens once, at the first text", async () => {
    const { embedder: subject, runtime } = quickEmbedder();
    expect(await subject.embedDocuments([])).toEqual([]);
    expect(runtime.created()).toBe(0);
    await Promise.all([
      subject.embedQuery("a"),
      subject.embedDocuments(["b"]),
      subject.embedQuery("c"),
    ]);
    expect(runtime.created()).toBe(1);
  });

  it("can be tried again after a failure", async () => {
    const model = modelFolder({ "config.json": configOf(3) });
    const { runtime } = quickEmbedder();
    let failures = 1;
    const create = (path: string) => {
      if (failures-- > 0) throw new Error("no memory");
      return runtime.InferenceSession.create(path);
    };
    const subject = localEmbedder({ model, runtime: { ...runtime, InferenceSession: { create } } });
    await thrownBy("unreadable-input", () => subject.embedQuery("a"));
    expect(await subject.embedQuery("a")).toHaveLength(3);
  });

  it("takes the caller's runtime", async () => {
    const runtime = await loadRuntime();
    const subject = localEmbedder({
      runtime: { Tensor: runtime.Tensor, InferenceSession: runtime.InferenceSession },
    });
    expect(await subject.embedQuery("a")).toEqual(await embedder.embedQuery("a"));
    await subject.close();
  });
});

describe("progress and signals", () => {
  it("tells of each text", async () => {
    const told: unknown[] = [];
    await quickEmbedder().embedder.embedDocuments(["a", "b"], {
      onProgress: (each) => told.push(each),
    });
    expect(told).toEqual([
      { done: 1, total: 2 },
      { done: 2, total: 2 },
    ]);
  });

  it("turns the event loop after 20 ms of work, by a clock that only the model moves", async () => {
    let clock = 0;
    vi.spyOn(performance, "now").mockImplementation(() => clock);
    onTestFinished(() => {
      vi.restoreAllMocks();
    });
    const { embedder: subject } = quickEmbedder(async () => {
      clock += 11;
    });
    await subject.embedQuery("load");
    let turns = 0;
    const count = (): void => {
      turns++;
      immediate = setImmediate(count);
    };
    let immediate = setImmediate(count);
    await subject.embedDocuments(new Array(10).fill("a"));
    clearImmediate(immediate);
    // One after every second text.
    expect(turns).toBe(5);
  });

  it("rejects with the signal's reason though the model hangs", async () => {
    const { embedder: subject } = quickEmbedder(() => new Promise(() => {}));
    const controller = new AbortController();
    const call = subject.embedQuery("a", { signal: controller.signal });
    await subject.countTokens("wait for the tokenizer");
    controller.abort(new Error("enough"));
    await expect(call).rejects.toThrow("enough");
  });

  it("rejects with the signal's reason, before it loads anything", async () => {
    const { embedder: subject, runtime } = quickEmbedder();
    const signal = AbortSignal.abort(new Error("changed my mind"));
    await expect(subject.embedDocuments(["a"], { signal })).rejects.toThrow("changed my mind");
    await expect(subject.embedQuery("a", { signal })).rejects.toThrow("changed my mind");
    expect(runtime.created()).toBe(0);
  });

  it("stops between two texts", async () => {
    const controller = new AbortController();
    const { embedder: subject } = quickEmbedder();
    let done = 0;
    const call = subject.embedDocuments(["a", "b", "c", "d"], {
      signal: controller.signal,
      onProgress: (progress) => {
        done = progress.done;
        if (done === 2) controller.abort(new Error("enough"));
      },
    });
    await expect(call).rejects.toThrow("enough");
    expect(done).toBe(2);
    expect(await subject.embedDocuments(["a"])).toHaveLength(1);
  });

  it("stops a real model by a timer", async () => {
    const signal = AbortSignal.timeout(20);
    const texts = new Array(500).fill("A text that takes a few milliseconds.");
    await expect(embedder.embedDocuments(texts, { signal })).rejects.toMatchObject({
      name: "TimeoutError",
    });
  });
});

describe("close", () => {
  it("gives the session back, and the next call loads it again", async () => {
    const { embedder: subject, runtime } = quickEmbedder();
    await subject.embedQuery("a");
    await subject.close();
    await subject.close();
    expect(runtime.open()).toBe(0);
    await subject.embedQuery("a");
    expect([runtime.created(), runtime.open()]).toEqual([2, 1]);
    await subject.close();
  });

  it("during a call ends it with an error, and nothing stays open", async () => {
    const { embedder: subject, runtime } = quickEmbedder(
      () => new Promise((resolve) => setTimeout(resolve, 5)),
    );
    const call = thrownBy("embedder-failed", () => subject.embedDocuments(["a", "b", "c"]));
    await subject.countTokens("wait for the tokenizer");
    await new Promise(setImmediate);
    await subject.close();
    await call;
    expect(runtime.open()).toBe(0);
  });

  it("during a real model's work does the same", async () => {
    const subject = localEmbedder();
    await subject.embedQuery("warm");
    const call = thrownBy("embedder-failed", () =>
      subject.embedDocuments(new Array(200).fill("A text.")),
    );
    await new Promise((resolve) => setTimeout(resolve, 20));
    await subject.close();
    await call;
    expect(await subject.embedQuery("again")).toHaveLength(384);
    await subject.close();
  });
});
