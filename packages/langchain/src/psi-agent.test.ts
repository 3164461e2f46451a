import { setTimeout as sleep } from "node:timers/promises";
import { RunnableLambda } from "@langchain/core/runnables";
import type { AgentAnswer } from "@psi/core";
import { describe, expect, it } from "vitest";
import { PsiAgent } from "./psi-agent.js";
import { answerWith, FAILURE, fakeSource, stepsTo } from "./testing/steps.js";

const ANSWER = answerWith();
const STEPS = stepsTo(ANSWER);
const FAILED = stepsTo(answerWith({ ending: "failed", error: FAILURE }));

describe("a question", () => {
  it("is answered, alone or under its key, with the agent's options", async () => {
    const index = fakeSource(STEPS);
    const agent = new PsiAgent({ index, maxRetrievals: 2, maxTokens: 500 });
    expect(await agent.invoke("Where?")).toBe(ANSWER);
    expect(await agent.invoke({ question: "When?" })).toBe(ANSWER);
    expect(index.calls).toEqual([
      { question: "Where?", options: { maxRetrievals: 2, maxTokens: 500 } },
      { question: "When?", options: { maxRetrievals: 2, maxTokens: 500 } },
    ]);
  });

  it("is searched for as configurable.psi says, for this call", async () => {
    const index = fakeSource(STEPS);
    const agent = new PsiAgent({ index, limit: 7 });
    const psi = { limit: 2, retriever: "words", secondHop: true };
    await agent.invoke("q", { configurable: { psi } });
    await agent.invoke("q");
    expect(index.calls.map(({ options }) => options)).toEqual([psi, { limit: 7 }]);
    await expect(
      agent.invoke("q", { configurable: { psi: { maxTokens: 3 } } }),
    ).rejects.toMatchObject({ code: "invalid-option", message: /"maxTokens"/ });
  });

  it.each([[3], [null], [undefined], [{}], [{ question: 3 }], [["q"]], [{ input: "q" }]])(
    "%j is none",
    async (input) => {
      const index = fakeSource(STEPS);
      await expect(new PsiAgent({ index }).invoke(input as never)).rejects.toMatchObject({
        code: "invalid-option",
        message: /\{ question \}/,
      });
      expect(index.calls).toHaveLength(0);
    },
  );

  it.each(["retrievals", "tokens", "cost", "timeout", "aborted"] as const)(
    "that ended by %s has its answer",
    async (ending) => {
      const answer = answerWith({ ending });
      expect(await new PsiAgent({ index: fakeSource(stepsTo(answer)) }).invoke("q")).toBe(answer);
    },
  );
});

describe("a model that failed", () => {
  it("is thrown as the error that it is", async () => {
    await expect(new PsiAgent({ index: fakeSource(FAILED) }).invoke("q")).rejects.toBe(FAILURE);
  });

  it("is thrown where the steps do not say what happened", async () => {
    const steps = stepsTo(answerWith({ ending: "failed", notes: ["It was silent."] }));
    await expect(new PsiAgent({ index: fakeSource(steps) }).invoke("q")).rejects.toMatchObject({
      code: "model-failed",
      message: /It was silent/,
    });
  });

  it("is retried", async () => {
    let asked = 0;
    const index = {
      steps: (question: string) => fakeSource(++asked < 3 ? FAILED : STEPS).steps(question),
    };
    const agent = new PsiAgent({ index }).withRetry({ stopAfterAttempt: 3 });
    expect(await agent.invoke("q")).toBe(ANSWER);
    expect(asked).toBe(3);
  });

  it("is replaced by a fallback", async () => {
    const other = new PsiAgent({ index: fakeSource(STEPS) });
    const agent = new PsiAgent({ index: fakeSource(FAILED) }).withFallbacks([other]);
    expect(await agent.invoke("q")).toBe(ANSWER);
  });

  it("fails one question of a batch, not the others", async () => {
    const index = {
      steps: (question: string) => fakeSource(question === "bad" ? FAILED : STEPS).steps(question),
    };
    const answers = await new PsiAgent({ index }).batch(
      ["a", "bad", "c"],
      {},
      { returnExceptions: true },
    );
    expect(answers).toEqual([ANSWER, FAILURE, ANSWER]);
  });
});

describe("batch and stream", () => {
  it("answers a batch in order, no more at once than maxConcurrency", async () => {
    const index = fakeSource(STEPS, () => sleep(2));
    const questions = Array.from({ length: 7 }, (_, i) => `q${i}`);
    const answers = await new PsiAgent({ index }).batch(questions, { maxConcurrency: 2 });
    expect(answers).toHaveLength(7);
    expect(index.calls.map(({ question }) => question)).toEqual(questions);
    expect(index.busiest()).toBe(2);
  });

  it("streams one chunk, the answer", async () => {
    const chunks: AgentAnswer[] = [];
    for await (const chunk of await new PsiAgent({ index: fakeSource(STEPS) }).stream("q"))
      chunks.push(chunk);
    expect(chunks).toEqual([ANSWER]);
  });

  it("is a link of chains", async () => {
    const agent = new PsiAgent({ index: fakeSource(STEPS) });
    const chain = RunnableLambda.from((input: { text: string }) => ({ question: input.text }))
      .pipe(agent)
      .pick("text");
    expect(await chain.invoke({ text: "q" })).toBe(ANSWER.text);
    const parts: unknown[] = [];
    for await (const part of await chain.stream({ text: "q" })) parts.push(part);
    expect(parts).toEqual([ANSWER.text]);
  });
});

describe("signal and timeout of a call", () => {
  /** Ends as `run` does: with an answer, soon after the signal. */
  const patient = (ignores = false) =>
    fakeSource(stepsTo(answerWith({ ending: "aborted" })), (_question, { signal }) =>
      ignores
        ? new Promise(() => {})
        : new Promise<void>((resolve) => signal?.addEventListener("abort", () => resolve())),
    );

  it("does not ask when aborted before", async () => {
    const reason = new Error("changed my mind");
    const index = fakeSource(STEPS, async (_question, { signal }) => signal?.throwIfAborted());
    await expect(
      new PsiAgent({ index }).invoke("q", { signal: AbortSignal.abort(reason) }),
    ).rejects.toBe(reason);
  });

  it.each([false, true])("rejects at once when aborted; steps ignore it: %s", async (ignores) => {
    const controller = new AbortController();
    const reason = new Error("enough");
    const index = patient(ignores);
    const waiting = new PsiAgent({ index }).invoke("q", { signal: controller.signal });
    setTimeout(() => controller.abort(reason), 10);
    await expect(waiting).rejects.toBe(reason);
    expect(index.calls[0]?.options.signal?.aborted).toBe(true);
    if (ignores) return;
    await sleep(5);
    expect(index.ended()).toEqual(["left"]);
  });

  it("rejects after the timeout", async () => {
    await expect(
      new PsiAgent({ index: patient() }).invoke("q", { timeout: 5 }),
    ).rejects.toMatchObject({ name: "TimeoutError" });
  });

  it("leaves the agent's own timeout to the agent", async () => {
    const index = fakeSource(STEPS);
    await new PsiAgent({ index, timeout: 50 }).invoke("q");
    expect(index.calls[0]?.options).toEqual({ timeout: 50 });
  });
});

it("stops reading when the answer is there, and fails without one", async () => {
  const more = fakeSource([...STEPS, ...STEPS]);
  await new PsiAgent({ index: more }).invoke("q");
  expect(more.ended()).toEqual(["left"]);
  await expect(
    new PsiAgent({ index: fakeSource(STEPS.slice(0, 2)) }).invoke("q"),
  ).rejects.toMatchObject({ code: "model-failed", message: /without an answer/ });
});

it("throws what the steps throw, as it is", async () => {
  const failure = new Error("the disk is gone");
  const index = fakeSource(STEPS, () => Promise.reject(failure));
  await expect(new PsiAgent({ index }).invoke("q")).rejects.toBe(failure);
});

it.each([undefined, {}, { index: {} }, { index: undefined }])("needs an index: %j", (input) => {
  expect(() => new PsiAgent(input as never)).toThrow(/steps\(\)/);
});

it("is not written into files", () => {
  const agent = new PsiAgent({ index: fakeSource(STEPS) });
  expect(agent.getName()).toBe("PsiAgent");
  expect(JSON.parse(JSON.stringify(agent))).toMatchObject({ type: "not_implemented" });
});
