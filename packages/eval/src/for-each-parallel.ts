/**
 * Does some work for each item, at most `concurrency` at a time, begun in order. Rejects with the first
 * failure, or with the signal's reason at once when it aborts; no work is begun after either.
 */
export async function forEachParallel<Item>(
  items: readonly Item[],
  work: (item: Item, position: number) => Promise<void>,
  options: { readonly concurrency: number; readonly signal?: AbortSignal | undefined },
): Promise<void> {
  const { concurrency, signal } = options;
  signal?.throwIfAborted();
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < items.length) {
      const position = next++;
      await work(items[position] as Item, position);
    }
  };
  let onAbort: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal?.reason);
    signal?.addEventListener("abort", onAbort);
  });
  const lanes = Array.from({ length: Math.min(concurrency, items.length) }, lane);
  try {
    await Promise.race([Promise.all(lanes), aborted]);
  } finally {
    // Whatever ended the race, lanes that still wait for an item begin no other.
    next = items.length;
    if (onAbort !== undefined) signal?.removeEventListener("abort", onAbort);
  }
}
