import { expect, it } from "vitest";
import { abortable } from "./abortable.js";

const never = (): Promise<never> => new Promise(() => {});

it("gives what the work gives, with and without a signal", async () => {
  const { signal } = new AbortController();
  expect(await abortable(undefined, async () => 1)).toBe(1);
  expect(await abortable(signal, async () => 2)).toBe(2);
  await expect(
    abortable(signal, async () => {
      throw new Error("broken");
    }),
  ).rejects.toThrow("broken");
});

it("does not begin when the signal is aborted already", async () => {
  let begun = false;
  const work = async (): Promise<void> => {
    begun = true;
  };
  await expect(abortable(AbortSignal.abort("late"), work)).rejects.toBe("late");
  expect(begun).toBe(false);
});

it("rejects with the signal's reason though the work hangs", async () => {
  const controller = new AbortController();
  const waiting = abortable(controller.signal, never);
  controller.abort("enough");
  await expect(waiting).rejects.toBe("enough");
});

it("leaves no listener behind", async () => {
  const { signal } = new AbortController();
  let listeners = 0;
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = (...all: Parameters<typeof add>) => {
    listeners++;
    add(...all);
  };
  signal.removeEventListener = (...all: Parameters<typeof remove>) => {
    listeners--;
    remove(...all);
  };
  await abortable(signal, async () => 1);
  expect(listeners).toBe(0);
});
