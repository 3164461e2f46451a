import { getEventListeners } from "node:events";
import { expect, it } from "vitest";
import { stopping } from "./stopping.js";

const later = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

it("aborts with the caller's signal and reason", () => {
  const own = new AbortController();
  const caller = new AbortController();
  const stop = stopping(own, { signal: caller.signal });
  expect([stop.why, own.signal.aborted]).toEqual([undefined, false]);
  caller.abort("enough");
  expect([stop.why, own.signal.reason]).toEqual(["aborted", "enough"]);
});

it("aborts when the time is over", async () => {
  const own = new AbortController();
  const stop = stopping(own, { timeout: 5 });
  await later(30);
  expect([stop.why, own.signal.reason.name]).toEqual(["timeout", "TimeoutError"]);
});

it("keeps what came first", async () => {
  const own = new AbortController();
  const caller = new AbortController();
  const stop = stopping(own, { signal: caller.signal, timeout: 5 });
  await later(30);
  caller.abort("too late");
  expect(stop.why).toBe("timeout");
});

it("ends all without a cause, and leaves no listener and no timer", async () => {
  const timers = (): number =>
    process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
  const own = new AbortController();
  const caller = new AbortController();
  const before = timers();
  const stop = stopping(own, { signal: caller.signal, timeout: 60_000 });
  expect(getEventListeners(caller.signal, "abort")).toHaveLength(1);
  expect(timers()).toBe(before + 1);
  stop.end();
  expect(getEventListeners(caller.signal, "abort")).toHaveLength(0);
  expect(timers()).toBe(before);
  expect([stop.why, own.signal.aborted]).toEqual([undefined, true]);
});
