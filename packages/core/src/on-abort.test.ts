import { getEventListeners } from "node:events";
import { expect, it } from "vitest";
import { onAbort } from "./on-abort.js";

const count = (signal: AbortSignal): number => getEventListeners(signal, "abort").length;

it("calls all that wait, each once", () => {
  const controller = new AbortController();
  const called: number[] = [];
  for (let i = 0; i < 20; i++) onAbort(controller.signal, () => called.push(i));
  expect(count(controller.signal)).toBe(1);
  controller.abort();
  expect(called).toEqual(Array.from({ length: 20 }, (_, i) => i));
});

it("does not call those that wait no more, and has no listener when none does", () => {
  const controller = new AbortController();
  const called: string[] = [];
  const same = (): unknown => called.push("same");
  const forget = [onAbort(controller.signal, same), onAbort(controller.signal, same)];
  forget[0]?.();
  forget[0]?.();
  expect(count(controller.signal)).toBe(1);
  forget[1]?.();
  expect(count(controller.signal)).toBe(0);
  onAbort(controller.signal, () => called.push("again"));
  controller.abort();
  expect(called).toEqual(["again"]);
});

it("tells signals apart", () => {
  const [one, other] = [new AbortController(), new AbortController()];
  const called: string[] = [];
  onAbort(one.signal, () => called.push("one"));
  onAbort(other.signal, () => called.push("other"));
  other.abort();
  expect(called).toEqual(["other"]);
});
