import { afterEach, describe, expect, it, vi } from "vitest";
import { Interrupted, takeInterrupts } from "./interrupt.js";

const press = (): boolean => process.emit("SIGINT");
const exit = vi.spyOn(process, "exit").mockReturnValue(undefined as never);
afterEach(() => exit.mockClear());

describe("takeInterrupts", () => {
  it("aborts at the first Ctrl-C, and ends the process at the second", () => {
    const { signal, release } = takeInterrupts();
    press();
    expect(signal.reason).toBeInstanceOf(Interrupted);
    expect(exit).not.toHaveBeenCalled();
    press();
    expect(exit).toHaveBeenCalledWith(130);
    release();
  });

  it("stops a part alone, twice a part at once, and the whole again after it", async () => {
    const { signal, part, release } = takeInterrupts();
    for (let round = 0; round < 2; round++) {
      await part(async (inner) => {
        press();
        expect(inner.aborted).toBe(true);
      });
    }
    expect(signal.aborted).toBe(false);
    expect(exit).not.toHaveBeenCalled();
    await part(async () => {
      press();
      press();
    });
    expect(exit).toHaveBeenCalledTimes(1);
    await expect(part(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
    press();
    expect(signal.aborted).toBe(true);
    release();
  });

  it("leaves Ctrl-C to others when it is released", () => {
    const before = process.listenerCount("SIGINT");
    takeInterrupts().release();
    expect(process.listenerCount("SIGINT")).toBe(before);
  });
});
