import { expect, it } from "vitest";
import { once } from "./once.js";

it("does work once for those who ask together and later, and again after it failed", async () => {
  let done = 0;
  const work = once(async () => {
    done++;
    if (done === 1) throw new Error("down");
    return done;
  });
  const together = await Promise.allSettled([work(), work()]);
  expect(together.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await Promise.all([work(), work()])).toEqual([2, 2]);
  expect(await work()).toBe(2);
});
