import { describe, expect, it } from "vitest";
import type { CallOptions } from "./models.js";
import { remembered } from "./remembered.js";

/** Work that runs until it is told to end, and notes each time that it begins. */
function stalling(): {
  readonly begun: string[];
  readonly signals: AbortSignal[];
  readonly finish: ((value: string) => void)[];
  work(key: string, call: CallOptions): Promise<string>;
} {
  const begun: string[] = [];
  const signals: AbortSignal[] = [];
  const finish: ((value: string) => void)[] = [];
  return {
    begun,
    signals,
    finish,
    work: (key, { signal }) => {
      begun.push(key);
      signals.push(signal as AbortSignal);
      return new Promise((resolve) => finish.push(resolve));
    },
  };
}

it("does the work once for callers at the same time and later, and again after sixteen other keys", async () => {
  const done: string[] = [];
  const work = remembered(async (key) => {
    done.push(key);
    return `${key}!`;
  });
  expect(await Promise.all([work("a"), work("a")])).toEqual(["a!", "a!"]);
  expect(await work("a")).toBe("a!");
  for (let i = 0; i < 16; i++) await work(`${i}`);
  expect(await work("a")).toBe("a!");
  expect(done.filter((key) => key === "a")).toHaveLength(2);
});

it("forgets work that fails, and does not forget what began after it", async () => {
  let fails = true;
  const work = remembered(async () => {
    if (fails) throw new Error("down");
    return "up";
  });
  await expect(work("a")).rejects.toThrow("down");
  fails = false;
  expect(await work("a")).toBe("up");
  expect(await work("a")).toBe("up");
});

describe("work that stalls", () => {
  it("is begun anew for the next caller once a caller has aborted", async () => {
    const { work, begun, finish } = stalling();
    const ask = remembered(work);
    const controller = new AbortController();
    const first = ask("a", { signal: controller.signal });
    controller.abort(new Error("enough"));
    await expect(first).rejects.toThrow("enough");
    const second = ask("a");
    finish[1]?.("well again");
    expect(await second).toBe("well again");
    expect(begun).toEqual(["a", "a"]);
  });

  it("still reaches callers that wait without a signal, or with one that is not aborted", async () => {
    const { work, begun, signals, finish } = stalling();
    const ask = remembered(work);
    const controller = new AbortController();
    const waiting = [
      ask("a"),
      ask("a", { signal: new AbortController().signal }),
      ask("a", { signal: controller.signal }),
    ];
    controller.abort(new Error("enough"));
    await expect(waiting[2]).rejects.toThrow("enough");
    expect(signals[0]?.aborted).toBe(false);
    finish[0]?.("late");
    expect(await Promise.all(waiting.slice(0, 2))).toEqual(["late", "late"]);
    expect(begun).toEqual(["a"]);
  });

  it("is aborted with the last caller's reason when nobody waits any more", async () => {
    const { work, signals } = stalling();
    const ask = remembered(work);
    const controllers = [new AbortController(), new AbortController()] as const;
    const waiting = controllers.map(({ signal }) => ask("a", { signal }));
    controllers[0].abort(new Error("first"));
    await expect(waiting[0]).rejects.toThrow("first");
    expect(signals[0]?.aborted).toBe(false);
    controllers[1].abort(new Error("second"));
    await expect(waiting[1]).rejects.toThrow("second");
    expect(signals[0]?.reason).toEqual(new Error("second"));
  });

  it("is not begun for a caller whose signal is aborted already", async () => {
    const { work, begun } = stalling();
    const signal = AbortSignal.abort(new Error("before"));
    await expect(remembered(work)("a", { signal })).rejects.toThrow("before");
    expect(begun).toEqual([]);
  });
});

it("keeps a result when a caller aborts after it arrived", async () => {
  const done: string[] = [];
  const ask = remembered(async (key) => {
    done.push(key);
    return key;
  });
  const controller = new AbortController();
  expect(await ask("a", { signal: controller.signal })).toBe("a");
  controller.abort();
  expect(await ask("a")).toBe("a");
  expect(done).toEqual(["a"]);
});
