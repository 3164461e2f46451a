import { createInterface, type Interface } from "node:readline";
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
  reader.on("SIGINT", () => reader.close());
  const onAbort = (): void => reader.close();
  signal.addEventListener("abort", onAbort, { once: true });
  const queue = lineQueue(reader);
  return {
    typed,
    async next() {
      if (!typed || queue.isReady) return queue.next();
      // Where keys come raw, Ctrl-C is a key like others, and would stop nothing while a question is answered.
      input.setRawMode?.(true);
      reader.prompt();
      const line = await queue.next();
      if (line === undefined) {
        // What comes next begins below the prompt.
        err.write("\n");
      } else {
        reader.pause();
        input.setRawMode?.(false);
      }
      return line;
    },
    close() {
      signal.removeEventListener("abort", onAbort);
      reader.close();
    },
  };
}

/** The lines of a reader, of which several may come at once, pasted or piped. */
function lineQueue(reader: Interface): {
  /** Whether the next line, or the end, is there already. */
  readonly isReady: boolean;
  next(): Promise<string | undefined>;
} {
  const lines: string[] = [];
  let ended = false;
  let wake = (): void => {};
  reader.on("line", (line) => {
    lines.push(line);
    wake();
  });
  reader.on("close", () => {
    ended = true;
    wake();
  });
  return {
    get isReady() {
      return lines.length > 0 || ended;
    },
    async next() {
      if (lines.length === 0 && !ended) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      return lines.shift();
    },
  };
}
