import { exitCodes } from "./exit-codes.js";

/** Thrown at what is under way when the user presses Ctrl-C. */
export class Interrupted extends Error {
  override readonly name = "Interrupted";
  constructor() {
    super("Interrupted.");
  }
}

/**
 * A signal that aborts at the first Ctrl-C, so that the work under way ends in good order. The second
 * Ctrl-C ends the process at once.
 */
export function interruptSignal(): { readonly signal: AbortSignal; release(): void } {
  const controller = new AbortController();
  const onInterrupt = (): void => {
    if (controller.signal.aborted) process.exit(exitCodes.interrupted);
    controller.abort(new Interrupted());
  };
  process.on("SIGINT", onInterrupt);
  return {
    signal: controller.signal,
    release: () => {
      process.removeListener("SIGINT", onInterrupt);
    },
  };
}
