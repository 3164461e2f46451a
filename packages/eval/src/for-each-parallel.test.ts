import { getEventListeners } from "node:events";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { forEachParallel } from "./for-each-parallel.js";

const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("forEachParallel", () => {
  it("works on every item once, in order of beginning, never on more at a time than allowed", async () => {
    const sizes = fc.record({
      length: fc.integer({ min: 0, max: 20 }),
      concurrency: fc.integer({ min: 1, max: 6 }),
      waits: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 20, maxLength: 20 }),
    });
    await fc.assert(
      fc.asyncProperty(sizes, async ({ length, concurrency, waits }) => {
        const items = Array.from({ length }, (_, position) => `item ${position}`);
        const begun: string[] = [];
        let running = 0;
        let most = 0;
        const work = async (item: string, position: number): Promise<void> => {
          expect(item).toBe(items[position]);
          begun.push(item);
          most = Math.max(most, ++running);
          for (let wait = 0; wait < (waits[position] as number); wait++) await pause();
          running--;
        };
        await forEachParallel(items, work, { concurrency });
        expect(begun).toEqual(items);
        expect(running).toBe(0);
        expect(most).toBeLessThanOrEqual(concurrency);
        if (waits.every((wait) => wait > 0)) expect(most).toBe(Math.min(length, concurrency));
      }),
    );
  });

  it("uses the concurrency that it is given", async () => {
    let running = 0;
    let most = 0;
    const work = async (): Promise<void> => {
      most = Math.max(most, ++running);
      await pause();
      running--;
    };
    await forEachParallel([1, 2, 3, 4, 5], work, { concurrency: 3 });
    expect(most).toBe(3);
  });

  it("stops at the first failure and begins nothing after it", async () => {
    const failure = new Error("third");
    const begun: number[] = [];
    const work = async (item: number): Promise<void> => {
      begun.push(item);
      await pause();
      if (item === 3) throw failure;
    };
    await expect(forEachParallel([1, 2, 3, 4, 5, 6, 7, 8], work, { concurrency: 2 })).rejects.toBe(
      failure,
    );
    const then = begun.length;
    for (let turn = 0; turn < 20; turn++) await pause();
    expect(begun).toHaveLength(then);
    expect(begun.length).toBeLessThan(8);
  });

  it("rejects with the signal's reason at once, though the work never ends", async () => {
    const controller = new AbortController();
    const begun: number[] = [];
    const work = (item: number): Promise<void> => {
      begun.push(item);
      return new Promise(() => {});
    };
    const done = forEachParallel([1, 2], work, { concurrency: 1, signal: controller.signal });
    controller.abort("enough");
    await expect(done).rejects.toBe("enough");
    expect(begun).toEqual([1]);
  });

  it("leaves nothing behind on the signal, which may outlive many calls", async () => {
    const { signal } = new AbortController();
    await forEachParallel([1, 2], async () => {}, { concurrency: 2, signal });
    const failing = forEachParallel([1], () => Promise.reject("no"), { concurrency: 1, signal });
    await expect(failing).rejects.toBe("no");
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  it("begins nothing when the signal has aborted before", async () => {
    const work = async (): Promise<void> => expect.unreachable();
    const signal = AbortSignal.abort("early");
    await expect(forEachParallel([1], work, { concurrency: 1, signal })).rejects.toBe("early");
  });
});
