import pico from "picocolors";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { columns } from "./render/columns.js";
import type { Session } from "./session.js";
import { statusLine } from "./status-line.js";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const lineOn = (isTTY: boolean, quiet = false) => {
  const written: string[] = [];
  const err = { isTTY, columns: 30, write: (text: string) => written.push(text) };
  const session = { err, quiet, errorPaint: pico.createColors(false) } as unknown as Session;
  return { line: statusLine(session), written };
};

describe("statusLine", () => {
  it("says what is waited for and how long, in one line, and takes it away", () => {
    const { line, written } = lineOn(true);
    line.show("Reading 5 passages");
    vi.advanceTimersByTime(2000);
    expect(written).toEqual([
      "\r\u001b[KReading 5 passages",
      "\r\u001b[KReading 5 passages · 1 s",
      "\r\u001b[KReading 5 passages · 2 s",
    ]);
    line.clear();
    line.clear();
    vi.advanceTimersByTime(5000);
    expect(written.slice(3)).toEqual(["\r\u001b[K"]);
  });

  it("begins to count anew, and never fills the line", () => {
    const { line, written } = lineOn(true);
    line.show("One");
    line.show("Looking up\n a question that is much longer than the line");
    line.clear();
    const last = written.at(-2) ?? "";
    const [, shown = ""] = last.split("\r\u001b[K");
    expect(shown).toMatch(/^Looking up a question.*…$/);
    expect(columns(shown)).toBeLessThan(30);
  });

  it.each([
    ["where nobody watches", false, false],
    ["with --quiet", true, true],
  ])("is nothing %s", (_, isTTY, quiet) => {
    const { line, written } = lineOn(isTTY, quiet);
    line.show("Reading");
    line.clear();
    expect(written).toEqual([]);
  });
});
