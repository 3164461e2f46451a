import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { concurrently } from "./concurrently.js";

describe("concurrently", () => {
  it("does all, never more than the limit at a time", async () => {
    let running = 0;
    let most = 0;
    const done: number[] = [];
    await concurrently([5, 1, 4, 2, 3], 2, async (milliseconds) => {
      most = Math.max(most, ++running);
      await sleep(milliseconds);
      running--;
      done.push(milliseconds);
    });
    expect(done.sort()).toEqual([1, 2, 3, 4, 5]);
    expect(most).toBe(2);
  });

  it("waits for what is in flight when one fails, starts no more, and throws the first failure", async () => {
    const finished: number[] = [];
    const work = async (item: number): Promise<void> => {
      await sleep(item === 0 ? 1 : 15);
      if (item === 0) throw new Error("first");
      finished.push(item);
    };
    await expect(concurrently([0, 1, 2, 3, 4], 3, work)).rejects.toThrow("first");
    expect(finished).toEqual([1, 2]);
  });
});
