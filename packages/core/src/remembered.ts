import { abortable } from "./abortable.js";
import type { CallOptions } from "./models.js";

/** Calls of one key that are likely to be made at the same time, or right after one another. */
const MOST = 16;

/** Work that several callers wait for. */
interface Shared<T> {
  readonly result: Promise<T>;
  /** Aborts the work itself. */
  readonly controller: AbortController;
  waiting: number;
  settled: boolean;
}

/**
 * Does the same work once for each of the last sixteen keys. Callers that ask while it runs wait for the same
 * promise, each no longer than its own signal allows.
 *
 * Work that fails is forgotten, so the next caller tries again. So is work that a caller stopped waiting for:
 * it may have stalled. Callers that still wait for it get its result. Its own signal aborts when nobody waits.
 *
 * @param work gets the key and a signal of its own, never that of a caller
 */
export function remembered<T>(
  work: (key: string, call: CallOptions) => Promise<T>,
): (key: string, call?: CallOptions) => Promise<T> {
  const kept = new Map<string, Shared<T>>();
  const forget = (key: string, shared: Shared<T>): void => {
    if (kept.get(key) === shared) kept.delete(key);
  };
  const begin = (key: string): Shared<T> => {
    const controller = new AbortController();
    const result = work(key, { signal: controller.signal });
    const shared: Shared<T> = { result, controller, waiting: 0, settled: false };
    kept.set(key, shared);
    if (kept.size > MOST) kept.delete(kept.keys().next().value as string);
    const settle = (): void => {
      shared.settled = true;
    };
    result.then(settle, () => {
      settle();
      forget(key, shared);
    });
    return shared;
  };
  return async (key, { signal } = {}) => {
    signal?.throwIfAborted();
    const shared = kept.get(key) ?? begin(key);
    shared.waiting++;
    try {
      return await abortable(signal, () => shared.result);
    } finally {
      shared.waiting--;
      if (!shared.settled) {
        forget(key, shared);
        if (shared.waiting === 0) shared.controller.abort(signal?.reason);
      }
    }
  };
}
