import pico from "picocolors";
import { describe, expect, it } from "vitest";
import { startProgress } from "./progress.js";
import type { Session } from "./session.js";

/** A session whose standard error keeps what is written to it. */
function watched(
  isTTY: boolean,
  quiet = false,
): { readonly session: Session; readonly written: string[] } {
  const written: string[] = [];
  const err = {
    isTTY,
    columns: 100,
    write: (text: string) => written.push(text),
    on: () => {},
    once: () => {},
  };
  const session: Session = {
    json: false,
    quiet,
    signal: new AbortController().signal,
    part: (work) => work(new AbortController().signal),
    width: 80,
    paint: pico.createColors(false),
    input: process.stdin,
    err,
    errorPaint: pico.createColors(false),
    environment: {},
    print: () => {},
    printJson: () => {},
    note: () => {},
  };
  return { session, written };
}

describe("startProgress", () => {
  it("draws a bar on a terminal, one stage after the other, and takes it away", async () => {
    const { session, written } = watched(true);
    const progress = await startProgress(session);
    progress.update("embed", 1, 4);
    progress.update("embed", 4, 4);
    progress.update("shape", 0, 1);
    progress.stop();
    const all = written.join("");
    expect(all).toMatch(/embed .*100%.*4\/4[\s\S]*shape .*0\/1/);
    // The line is cleared at the end, and the cursor is shown again.
    expect(all.lastIndexOf("\u001b[")).toBeGreaterThan(all.lastIndexOf("░"));
    expect(all.lastIndexOf("\u001b[?25h")).toBeGreaterThan(all.lastIndexOf("\u001b[?25l"));
    const before = written.length;
    progress.stop();
    expect(written.length).toBe(before);
  });

  it.each([
    ["where nobody watches", false, false],
    ["with --quiet", true, true],
  ])("draws nothing %s", async (_, isTTY, quiet) => {
    const { session, written } = watched(isTTY, quiet);
    const progress = await startProgress(session);
    progress.update("embed", 1, 4);
    progress.stop();
    expect(written).toEqual([]);
  });
});
