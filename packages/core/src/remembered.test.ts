import { expect, it } from "vitest";
import { remembered } from "./remembered.js";

it("does the work once for those who ask together and later, and again after sixteen others", async () => {
  const done: string[] = [];
  const work = remembered(async (key: string, more: number) => {
    done.push(key);
    return `${key}${more}`;
  });
  expect(await Promise.all([work("a", 1), work("a", 2)])).toEqual(["a1", "a1"]);
  expect(await work("a", 3)).toBe("a1");
  for (let i = 0; i < 16; i++) await work(`${i}`, 0);
  expect(await work("a", 4)).toBe("a4");
  expect(done.filter((key) => key === "a")).toHaveLength(2);
});

it("forgets what failed, and not what was begun after it", async () => {
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
