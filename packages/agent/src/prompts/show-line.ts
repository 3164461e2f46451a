import { escapeFences, toOneLine } from "@psi/core/model-text";

/**
 * Something that a model wrote, as it is shown to a model again: one line that begins no other part of the
 * prompt and opens no fence, with "…" where it was cut. A passage may have asked the model to write it. O(most).
 *
 * @param most UTF-16 units.
 */
export function showLine(text: string, most: number): string {
  const line = escapeFences(toOneLine(text.slice(0, 4 * most)));
  const isWhole = line.length <= most && text.length <= 4 * most;
  return isWhole ? line : `${line.slice(0, most).replace(/\p{Surrogate}$/u, "")}…`;
}
