import { setMaxListeners } from "node:events";
import { type CallOptions, onAbort, requireNumber } from "@psi/core";

/** What all of a run waits with, and what ended it. */
export interface Stopping {
  /** Whichever came first; undefined when the reader of the steps left. */
  readonly why: "aborted" | "timeout" | undefined;
  /** Ends all that is under way. Nothing is left on the caller's signal, and no timer. */
  end(): void;
}

/**
 * Aborts a run's controller with the caller's signal, and when the time is over. Not by `AbortSignal.any`, which
 * leaves a little memory on a signal that outlives it (Node 20), nor by `AbortSignal.timeout`, whose timer does
 * not keep a process running that waits for nothing else.
 */
export function stopping(
  controller: AbortController,
  { signal, timeout }: CallOptions & { readonly timeout?: number },
): Stopping {
  // Queries and models' calls at the same time may be many, each with listeners of its own.
  setMaxListeners(0, controller.signal);
  let why: Stopping["why"];
  const abort = (cause: "aborted" | "timeout", reason: unknown): void => {
    if (controller.signal.aborted) return;
    why = cause;
    controller.abort(reason);
  };
  const forget = signal && onAbort(signal, () => abort("aborted", signal.reason));
  const late = (): void => abort("timeout", new DOMException("The time is over.", "TimeoutError"));
  const timer = timeout === undefined ? undefined : setTimeout(late, timeout);
  return {
    get why() {
      return why;
    },
    end() {
      forget?.();
      clearTimeout(timer);
      controller.abort();
    },
  };
}

/**
 * Checks a time limit.
 * @throws PsiError `invalid-option`
 */
export function requireTimeout(timeout: number | undefined): void {
  // Node's timers hold 2^31 - 1 milliseconds.
  if (timeout !== undefined) requireNumber("timeout", timeout, 1, 2 ** 31 - 1);
}
