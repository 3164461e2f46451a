import { createInterface } from "node:readline";
import type { Session } from "./session.js";

/** Lines that are typed at a prompt, or piped in. */
export interface LineReader {
  /** Whether somebody types them. */
  readonly typed: boolean;
  /** The next line; undefined when there are no more: at the end of the input, or at Ctrl-C or Ctrl-D. */
  next(): Promise<string | undefined>;
  close(): void;
}

/**
 * Reads lines. On a terminal they can be edited, and those before are called back by the arrow keys; the
 * prompt is on standard error. Between two lines Ctrl-C is what it is everywhere: a signal.
 */
export function lineReader(
  { input, err, signal }: Pick<Session, "input" | "err" | "signal">,
  prompt: string,
): LineReader {
  const typed = input.isTTY === true && err.isTTY === true;
  const reader = createInterface({
    input,
    ...(typed && { output: err as NodeJS.WriteStream, removeHistoryDuplicates: true }),
    terminal: typed,
    prompt,
  });
  // Several may come at once, pasted or piped.
  const lines: string[] = [];
  let ended = false;
  let prompting = false;
  let wake: () => void = () => {};
  reader.on("line", (line) => {
    lines.push(line);
    wake();
  });
  reader.on("close", () => {
    // What comes next begins below the prompt.
    if (typed && prompting) err.write("\n");
    ended = true;
    wake();
  });
  reader.on("SIGINT", () => reader.close());
  const onAbort = (): void => reader.close();
  signal.addEventListener("abort", onAbort, { once: true });
  const waitForLine = async (): Promise<void> => {
    const waiting = new Promise<void>((resolve) => {
      wake = resolve;
    });
    if (!typed) return waiting;
    // Where keys come raw, Ctrl-C is a key like others, and would stop nothing while a question is answered.
    input.setRawMode?.(true);
    prompting = true;
    reader.prompt();
    await waiting;
    prompting = false;
    if (ended) return;
    reader.pause();
    input.setRawMode?.(false);
  };
  return {
    typed,
    async next() {
      if (lines.length === 0 && !ended) await waitForLine();
      return lines.shift();
    },
    close() {
      signal.removeEventListener("abort", onAbort);
      reader.close();
    },
  };
}
