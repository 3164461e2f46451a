/** Something that is loaded on first use and can be closed. */
export interface SharedResource<T> {
  /** The resource; the first call loads it, calls meanwhile share that load. A failed load is forgotten. */
  get(): Promise<T>;
  /** Closes what is loaded or being loaded. The next `get` loads again. Safe to call at any time. */
  close(): Promise<void>;
}

export function sharedResource<T extends { close(): Promise<void> }>(
  load: () => Promise<T>,
): SharedResource<T> {
  let current: Promise<T> | undefined;
  return {
    get() {
      if (current === undefined) {
        const loading = load();
        current = loading;
        loading.catch(() => {
          if (current === loading) current = undefined;
        });
      }
      return current;
    },
    async close() {
      const closing = current;
      current = undefined;
      // A load that fails is told to those who wait for it; there is nothing to close.
      const resource = await closing?.catch(() => undefined);
      await resource?.close();
    },
  };
}
