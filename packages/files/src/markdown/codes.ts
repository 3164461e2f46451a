import type { Code } from "micromark-util-types";

/** micromark's codes below 0 are its own: -5 to -3 line endings, -2 a tab, -1 a column that a tab fills. */
export function isLineEnding(code: Code): boolean {
  return code !== null && code < -2;
}

export function endsLine(code: Code): boolean {
  return code === null || code < -2;
}

export function isBlank(code: Code): boolean {
  return code === 32 || code === -2 || code === -1;
}

/** The character of a code, as far as patterns look at it. */
export function characterOf(code: Code): string {
  if (code === null) return "";
  return code < -2 ? "\n" : code < 0 ? " " : String.fromCharCode(code);
}
