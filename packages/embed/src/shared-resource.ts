/** What is loaded: it can be closed, and may end by itself. */
interface Resource {
  close(): Promise<void>;
  /** Resolves when the resource cannot be used any more. */
  readonly ended?: Promise<void>;
}

/** Something that is loaded on first use and can be closed. */
export interface SharedResource<T> {
  /**
   * The resource. The first call loads it, and calls meanwhile share that load. A failed load is forgotten, and
   * so is a resource that has ended: the next call loads again.
   */
  get(): Promise<T>;
  /** Closes what is loaded or being loaded. The next `get` loads again. Safe to call at any time. */
  close(): Promise<void>;
}

export function sharedResource<T extends Resource>(load: () => Promise<T>): SharedResource<T> {
  let current: Promise<T> | undefined;
  return {
    get() {
      if (current === undefined) {
        const loading = load();
        current = loading;
        const forget = (): void => {
          if (current === loading) current = undefined;
        };
        loading.then(({ ended }) => ended?.then(forget), forget);
      }
      return current;
    },
    async close() {
      const closing = current;
      current = undefined;
      // Those who wait for a load get its failure; there is nothing to close then.
      const resource = await closing?.catch(() => undefined);
      await resource?.close();
    },
  };
}
