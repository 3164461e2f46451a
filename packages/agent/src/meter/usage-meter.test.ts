import type { Usage } from "@psi/core";
import fc from "fast-check";
import { expect, it } from "vitest";
import { type ModelTokens, usageMeter, usageSince } from "./usage-meter.js";

const told = (prompt: number, completion: number): ModelTokens => ({
  prompt,
  completion,
  estimated: false,
});
const untimed = ({ milliseconds: _, ...rest }: Usage): Omit<Usage, "milliseconds"> => rest;

it("starts at nothing, and counts time from then on", async () => {
  const { usage } = usageMeter();
  expect(untimed(usage)).toEqual({
    modelCalls: 0,
    promptTokens: 0,
    completionTokens: 0,
    estimated: false,
    embedderCalls: 0,
  });
  const meter = usageMeter();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(meter.usage.milliseconds).toBeGreaterThan(15);
});

it("counts a call as it begins, and takes what it took in the end, once", () => {
  const meter = usageMeter();
  const end = meter.beginModelCall(10);
  expect(meter.usage).toMatchObject({ modelCalls: 1, promptTokens: 10, estimated: true });
  end(told(12, 5));
  end(told(100, 100));
  expect(meter.usage).toMatchObject({
    modelCalls: 1,
    promptTokens: 12,
    completionTokens: 5,
    estimated: false,
  });
});

it("keeps calls that never ended, and says that they are estimated", () => {
  const meter = usageMeter();
  meter.beginModelCall(10);
  meter.beginModelCall(7)(told(8, 2));
  expect(meter.usage).toMatchObject({ modelCalls: 2, promptTokens: 18, completionTokens: 2 });
  expect(meter.usage.estimated).toBe(true);
});

it("costs nothing known without prices", () => {
  const meter = usageMeter();
  meter.beginModelCall(5)(told(5, 5));
  expect("cost" in meter.usage).toBe(false);
});

it("sums tokens, calls and costs of any calls, and those of its parent", () => {
  const call = fc.record({ guess: fc.nat(1000), prompt: fc.nat(1000), completion: fc.nat(1000) });
  fc.assert(
    fc.property(fc.array(call), fc.nat(20), fc.nat(20), (calls, prompt, completion) => {
      const within = usageMeter();
      within.addEmbedderCalls(1);
      const meter = usageMeter({ prices: { prompt, completion }, within });
      const ends = calls.map(({ guess }) => meter.beginModelCall(guess));
      calls.reverse().forEach((each, i) => {
        ends[i]?.(told(each.prompt, each.completion));
        meter.addEmbedderCalls(2);
      });
      const sum = (of: "prompt" | "completion"): number =>
        calls.reduce((total, each) => total + each[of], 0);
      const expected = {
        modelCalls: calls.length,
        promptTokens: sum("prompt"),
        completionTokens: sum("completion"),
        estimated: false,
      };
      const cost = (sum("prompt") * prompt + sum("completion") * completion) / 1e6;
      const embedderCalls = 2 * calls.length;
      expect(untimed(meter.usage)).toEqual({ ...expected, embedderCalls, cost });
      expect(untimed(within.usage)).toEqual({ ...expected, embedderCalls: embedderCalls + 1 });
    }),
  );
});

it("is spent at the limit of tokens, and by a prompt that would reach it", () => {
  const meter = usageMeter({ maxTokens: 100 });
  expect([meter.spent(), meter.spent(99), meter.spent(100)]).toEqual([
    undefined,
    undefined,
    "tokens",
  ]);
  meter.beginModelCall(50)(told(50, 49));
  expect([meter.spent(), meter.spent(1)]).toEqual([undefined, "tokens"]);
  meter.beginModelCall(1)(told(1, 0));
  expect(meter.spent()).toBe("tokens");
});

it("is spent at the limit of cost", () => {
  const prices = { prompt: 1, completion: 10 };
  const meter = usageMeter({ prices, maxCost: 0.001 });
  expect([meter.spent(999), meter.spent(1000)]).toEqual([undefined, "cost"]);
  meter.beginModelCall(0)(told(0, 99));
  expect([meter.spent(9), meter.spent(10)]).toEqual([undefined, "cost"]);
  expect(usageMeter({ prices, maxCost: 0 }).spent()).toBe("cost");
});

it("is spent where its parent is, or the parent's parent", () => {
  const session = usageMeter({ maxTokens: 10 });
  const meter = usageMeter({ within: usageMeter({ within: session }) });
  expect(meter.spent(9)).toBeUndefined();
  session.beginModelCall(5);
  expect([meter.spent(4), meter.spent(5)]).toEqual([undefined, "tokens"]);
});

it.each([
  { maxTokens: 0 },
  { maxTokens: 1.5 },
  { maxTokens: Number.NaN },
  { maxCost: -1, prices: { prompt: 1, completion: 1 } },
  { maxCost: 1 },
  { prices: { prompt: -1, completion: 1 } },
  { prices: { prompt: 1, completion: Number.NaN } },
  { prices: { prompt: 1 } as never },
])("refuses %j", (options) => {
  expect(() => usageMeter(options)).toThrow(expect.objectContaining({ code: "invalid-option" }));
});

it("tells what was spent between two readings", () => {
  const meter = usageMeter({ prices: { prompt: 1e6, completion: 2e6 } });
  meter.beginModelCall(3);
  const before = meter.usage;
  expect(usageSince(before, meter.usage)).toMatchObject({
    modelCalls: 0,
    estimated: false,
    cost: 0,
  });
  meter.beginModelCall(4)(told(5, 6));
  meter.addEmbedderCalls(2);
  expect(untimed(usageSince(before, meter.usage))).toEqual({
    modelCalls: 1,
    promptTokens: 5,
    completionTokens: 6,
    estimated: true,
    embedderCalls: 2,
    cost: 17,
  });
});
