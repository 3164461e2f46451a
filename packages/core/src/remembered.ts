/** Calls of one key that are likely to be made at the same time, or right after one another. */
const MOST = 16;

/**
 * The same work, done once for each of the last sixteen keys: those who ask while it is under way wait for
 * the same promise. Work that fails is forgotten, so that it can be tried again.
 */
export function remembered<T, Rest extends readonly unknown[]>(
  work: (key: string, ...rest: Rest) => Promise<T>,
): (key: string, ...rest: Rest) => Promise<T> {
  const kept = new Map<string, Promise<T>>();
  return (key, ...rest) => {
    const known = kept.get(key);
    if (known !== undefined) return known;
    const made = work(key, ...rest);
    kept.set(key, made);
    if (kept.size > MOST) kept.delete(kept.keys().next().value as string);
    made.catch(() => {
      if (kept.get(key) === made) kept.delete(key);
    });
    return made;
  };
}
