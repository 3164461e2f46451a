import { PsiError } from "./errors.js";

/**
 * Checks a whole number that the caller gave.
 * @throws PsiError `invalid-option`, naming the option, its range and what was given.
 */
export function requireWhole(
  option: string,
  value: number,
  least: number,
  most: number = Number.MAX_SAFE_INTEGER,
): number {
  if (Number.isSafeInteger(value) && value >= least && value <= most) return value;
  const range = most === Number.MAX_SAFE_INTEGER ? `from ${least}` : `${least} to ${most}`;
  throw new PsiError(
    "invalid-option",
    `${option} must be a whole number, ${range}; it is ${shown(value)}.`,
  );
}

/**
 * Checks a finite number that the caller gave.
 * @throws PsiError `invalid-option`, naming the option, its range and what was given.
 */
export function requireNumber(
  option: string,
  value: number,
  least: number = Number.NEGATIVE_INFINITY,
  most: number = Number.POSITIVE_INFINITY,
): number {
  if (Number.isFinite(value) && value >= least && value <= most) return value;
  throw new PsiError(
    "invalid-option",
    `${option} must be a finite number${rangeText(least, most)}; it is ${shown(value)}.`,
  );
}

function rangeText(least: number, most: number): string {
  if (least === Number.NEGATIVE_INFINITY) {
    return most === Number.POSITIVE_INFINITY ? "" : `, at most ${most}`;
  }
  return most === Number.POSITIVE_INFINITY ? `, from ${least}` : `, ${least} to ${most}`;
}

/** What the caller gave, which from JavaScript may be anything: "10" and 10 must look different. */
function shown(value: unknown): string {
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}
