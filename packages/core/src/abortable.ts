import { onAbort } from "./on-abort.js";

/**
 * Waits for some work, but no longer than until the signal aborts; rejects then with its reason. Parts that
 * take no signal, or overlook it, cannot hold a caller up in this way; what they go on doing is dropped.
 */
export async function abortable<T>(
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T> {
  if (signal === undefined) return work();
  signal.throwIfAborted();
  let release = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    release = onAbort(signal, () => reject(signal.reason));
  });
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    release();
  }
}
