import { exitCodes } from "./exit-codes.js";

/** Thrown at what is under way when the user presses Ctrl-C. */
export class Interrupted extends Error {
  override readonly name = "Interrupted";
  constructor() {
    super("Interrupted.");
  }
}

/** What Ctrl-C stops. */
export interface Interrupts {
  /** Aborted by the first Ctrl-C, so that the work under way ends in good order; a second ends the process. */
  readonly signal: AbortSignal;
  /** Does a part of the work that Ctrl-C stops alone: what comes after it goes on. One part at a time. */
  part<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result>;
  release(): void;
}

/** Takes Ctrl-C for the whole run, until it is released. */
export function takeInterrupts(): Interrupts {
  const whole = new AbortController();
  let current = whole;
  const onInterrupt = (): void => {
    if (current.signal.aborted) process.exit(exitCodes.interrupted);
    current.abort(new Interrupted());
  };
  process.on("SIGINT", onInterrupt);
  return {
    signal: whole.signal,
    async part(work) {
      current = new AbortController();
      try {
        return await work(current.signal);
      } finally {
        current = whole;
      }
    },
    release: () => {
      process.removeListener("SIGINT", onInterrupt);
    },
  };
}
