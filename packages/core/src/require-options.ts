import { PsiError } from "./errors.js";

/**
 * Checks the options of a call: an object whose fields are all known. A misspelt limit would otherwise be no
 * limit.
 *
 * @param call what was called, for the error: "search".
 * @param known every option that the call takes; the compiler refuses a list that lacks one.
 * @throws PsiError `invalid-option`, naming the nearest option that exists
 *
 * @example
 * requireOptions<SearchOptions>("search", options, { limit: true, filter: true, signal: true });
 */
export function requireOptions<Options extends object>(
  call: string,
  given: Options,
  known: Readonly<Record<keyof Options, true>>,
): Options {
  // Of lists and maps no field is an option, so they would pass as empty.
  if (typeof given !== "object" || given === null || Symbol.iterator in given) {
    throw new PsiError(
      "invalid-option",
      `The options of ${call} must be an object; they are ${given === null ? "null" : typeof given}.`,
    );
  }
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(known, name));
  if (unknown === undefined) return given;
  const names = Object.keys(known);
  const meant = nearest(unknown, names);
  const advice =
    meant === undefined ? `Its options are ${names.join(", ")}.` : `Did you mean "${meant}"?`;
  throw new PsiError(
    "invalid-option",
    `${call} has no option ${JSON.stringify(unknown.slice(0, 60))}. ${advice}`,
  );
}

/** The name that takes the fewest edits, when that is at most a third of its letters. */
function nearest(unknown: string, names: readonly string[]): string | undefined {
  let best: { readonly name: string; readonly edits: number } | undefined;
  for (const name of names) {
    const allowed = Math.max(1, Math.floor(name.length / 3));
    if (Math.abs(name.length - unknown.length) > allowed) continue;
    const edits = editDistance(unknown.toLowerCase(), name.toLowerCase());
    if (edits <= allowed && edits < (best?.edits ?? Number.POSITIVE_INFINITY))
      best = { name, edits };
  }
  return best?.name;
}

/** Letters to insert, delete, replace or swap with their neighbour (optimal string alignment). */
function editDistance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1] ? 0 : 1;
      let edits = Math.min(
        (last[column] as number) + 1,
        (current[column - 1] as number) + 1,
        (last[column - 1] as number) + same,
      );
      const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      if (row > 1 && column > 1 && swapped) {
        edits = Math.min(edits, (beforeLast[column - 2] as number) + 1);
      }
      current.push(edits);
    }
    beforeLast = last;
    last = current;
  }
  return last[to.length] as number;
}
