/**
 * A generator whose reader may leave at any time: what is under way is aborted. By itself a generator hears that
 * its reader left only when the step under way is done.
 */
export function stopOnLeave<T>(
  steps: AsyncGenerator<T, void>,
  controller: AbortController,
): AsyncGenerator<T, void> {
  const leave = steps.return.bind(steps);
  steps.return = (value) => {
    controller.abort();
    return leave(value);
  };
  return steps;
}
