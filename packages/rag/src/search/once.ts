/** The same work done once, for all who ask; again after it failed. */
export function once<T>(work: () => Promise<T>): () => Promise<T> {
  let done: Promise<T> | undefined;
  return () => {
    const running = done ?? work();
    done = running;
    running.catch(() => {
      if (done === running) done = undefined;
    });
    return running;
  };
}
