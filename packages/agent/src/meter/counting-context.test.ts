import { inspect } from "node:util";
import { type AgentContext, estimateTokens } from "@psi/core";
import { scriptedModel } from "@psi/core/testing";
import { expect, it } from "vitest";
import { countingContext, OverBudget } from "./counting-context.js";
import { usageMeter } from "./usage-meter.js";

type Messages = Parameters<AgentContext["invoke"]>[1];
const ASKED: Messages = [
  ["system", "Be brief."],
  ["human", "What is the capital of France?"],
];
const PROMPT = ASKED.reduce((sum, [, text]) => sum + estimateTokens(text), 0);
const { signal } = new AbortController();

function reply(usage_metadata: unknown, content: unknown = "It is Paris."): object {
  return { content, usage_metadata };
}

it("passes messages and signal on, and gives the reply as it is", async () => {
  const seen: unknown[] = [];
  const model = scriptedModel([
    (messages, options) => {
      seen.push(messages, options);
      return { content: 1 };
    },
  ]);
  const context = countingContext(usageMeter(), signal);
  expect(await context.invoke(model, ASKED)).toEqual({ content: 1 });
  expect(seen).toEqual([ASKED, { signal }]);
});

it.each<[string, unknown, readonly [number, number, boolean]]>([
  ["what the model tells", { input_tokens: 40, output_tokens: 7 }, [40, 7, false]],
  ["nothing told", undefined, [PROMPT, 4, true]],
  ["null", null, [PROMPT, 4, true]],
  ["a text", "40", [PROMPT, 4, true]],
  ["texts", { input_tokens: "40", output_tokens: "7" }, [PROMPT, 4, true]],
  ["NaN", { input_tokens: Number.NaN, output_tokens: 7 }, [PROMPT, 7, true]],
  ["negative", { input_tokens: -40, output_tokens: 7 }, [PROMPT, 7, true]],
  ["infinite", { input_tokens: 40, output_tokens: Number.POSITIVE_INFINITY }, [40, 4, true]],
  ["broken", { input_tokens: 40.5, output_tokens: 7 }, [PROMPT, 7, true]],
  ["one missing", { output_tokens: 7 }, [PROMPT, 7, true]],
  ["0 of a prompt", { input_tokens: 0, output_tokens: 7 }, [PROMPT, 7, true]],
  ["0 of a reply", { input_tokens: 40, output_tokens: 0 }, [40, 4, true]],
])("counts tokens: %s", async (_, usage, [promptTokens, completionTokens, estimated]) => {
  const meter = usageMeter();
  const model = { invoke: async () => reply(usage) } as never;
  await countingContext(meter, signal).invoke(model, ASKED);
  expect(meter.usage).toMatchObject({ modelCalls: 1, promptTokens, completionTokens, estimated });
});

it("believes 0 of an empty reply, such as one of tool calls only", async () => {
  const meter = usageMeter();
  const model = { invoke: async () => reply({ input_tokens: 9, output_tokens: 0 }, "") } as never;
  await countingContext(meter, signal).invoke(model, ASKED);
  expect(meter.usage).toMatchObject({ completionTokens: 0, estimated: false });
});

it.each([undefined, null, 7, "text", [], { content: {} }])("takes %j for a reply", async (odd) => {
  const model = { invoke: async () => odd } as never;
  await expect(countingContext(usageMeter(), signal).invoke(model, ASKED)).resolves.toBeDefined();
});

it.each<[unknown, string]>([
  [new Error("429"), "The model failed: 429"],
  ["text", "The model failed: text"],
  [undefined, "The model failed: it threw undefined"],
  [null, "The model failed: it threw object"],
  [Symbol("s"), "The model failed: it threw symbol"],
  [Object.create(null), "The model failed: it threw object"],
])("tells what the model threw: %#", async (cause, message) => {
  const meter = usageMeter();
  const model = { invoke: () => Promise.reject(cause) } as never;
  const failing = countingContext(meter, signal).invoke(model, ASKED);
  await expect(failing).rejects.toMatchObject({ code: "model-failed", message, cause });
  expect(meter.usage).toMatchObject({ modelCalls: 1, promptTokens: PROMPT, estimated: true });
});

it("passes on no secret that the model threw, in its message or its cause", async () => {
  const secret = "kelp-and-tar-77";
  const thrown = Object.assign(new Error(`401 at http://edda:${secret}@orrin.test`), {
    status: 401,
    headers: { authorization: `Bearer ${secret}` },
  });
  const model = { invoke: () => Promise.reject(thrown) } as never;
  const failed = await countingContext(usageMeter(), signal)
    .invoke(model, ASKED)
    .catch((error: unknown) => error);
  expect(inspect(failed, { depth: 9 })).not.toContain(secret);
  expect(failed).toMatchObject({
    message: "The model failed: 401 at http://***@orrin.test",
    cause: { status: 401 },
  });
});

it.each([
  ["a thought", `<think>${"one ".repeat(50)}</think>two`, 51],
  ["a reply of which a part is read", "one ".repeat(100_000), 100_000],
])("estimates tokens of %s as a whole", async (_, content, tokens) => {
  const meter = usageMeter();
  const model = { invoke: async () => ({ content }) } as never;
  await countingContext(meter, signal).invoke(model, ASKED);
  expect(meter.usage.completionTokens).toBeGreaterThanOrEqual(tokens);
  expect(meter.usage.completionTokens).toBeLessThan(tokens * 1.01 + 1);
});

it("fails in the same way where the model is none, or throws at once", async () => {
  const context = countingContext(usageMeter(), signal);
  const failed = { code: "model-failed" };
  await expect(context.invoke(undefined as never, ASKED)).rejects.toMatchObject(failed);
  const throws = {
    invoke: () => {
      throw new Error("at once");
    },
  };
  await expect(context.invoke(throws as never, ASKED)).rejects.toMatchObject(failed);
});

it("calls no model beyond a limit", async () => {
  const model = scriptedModel(["one", "two"]);
  const context = countingContext(usageMeter({ maxTokens: 2 * PROMPT }), signal);
  await context.invoke(model, ASKED);
  await expect(context.invoke(model, ASKED)).rejects.toBeInstanceOf(OverBudget);
  await expect(context.invoke(model, ASKED)).rejects.toMatchObject({ limit: "tokens" });
  expect(model.calls).toHaveLength(1);
});

it("shares a session's limit among calls at the same time", async () => {
  const session = usageMeter({ maxTokens: 3 * PROMPT + 1 });
  let called = 0;
  const slow = {
    invoke: async () => {
      called++;
      await new Promise((resolve) => setTimeout(resolve, 5));
      return reply({ input_tokens: PROMPT, output_tokens: 1 });
    },
  } as never;
  const calls = Array.from({ length: 20 }, () =>
    countingContext(usageMeter({ within: session }), signal).invoke(slow, ASKED),
  );
  const results = await Promise.allSettled(calls);
  expect(called).toBe(3);
  expect(results.filter(({ status }) => status === "rejected")).toHaveLength(17);
  expect(session.usage).toMatchObject({ modelCalls: 3, promptTokens: 3 * PROMPT });
});

it("stops waiting at the signal, and counts what comes later", async () => {
  const stop = new AbortController();
  const meter = usageMeter();
  let answer: (reply: object) => void = () => {};
  const slow = { invoke: () => new Promise((resolve) => (answer = resolve)) } as never;
  const waiting = countingContext(meter, stop.signal).invoke(slow, ASKED);
  stop.abort("enough");
  await expect(waiting).rejects.toBe("enough");
  expect(meter.usage).toMatchObject({ modelCalls: 1, promptTokens: PROMPT, estimated: true });
  answer(reply({ input_tokens: 40, output_tokens: 7 }));
  await new Promise((resolve) => setTimeout(resolve, 1));
  expect(meter.usage).toMatchObject({ promptTokens: 40, completionTokens: 7, estimated: false });
});

it("does not begin when the signal is aborted already", async () => {
  const meter = usageMeter();
  const model = scriptedModel(["one"]);
  const late = countingContext(meter, AbortSignal.abort("late")).invoke(model, ASKED);
  await expect(late).rejects.toBe("late");
  expect([model.calls.length, meter.usage.modelCalls]).toEqual([0, 0]);
});
