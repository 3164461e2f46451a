const watched = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls back when a signal aborts, unless the function that is returned is called before. However many wait, a
 * signal has one listener, and none when nobody waits any more: Node warns of a leak from eleven on, and a
 * session's signal may be that of any number of questions at once.
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  const callbacks = watched.get(signal) ?? new Set();
  if (callbacks.size === 0) {
    watched.set(signal, callbacks);
    signal.addEventListener("abort", callAll);
  }
  // A function of its own each time, so that the same callback may wait twice.
  const call = (): void => callback();
  callbacks.add(call);
  return () => {
    if (callbacks.delete(call) && callbacks.size === 0)
      signal.removeEventListener("abort", callAll);
  };
}

function callAll({ target }: Event): void {
  for (const call of watched.get(target as AbortSignal) ?? []) call();
}
