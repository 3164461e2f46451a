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
  throw new PsiError("invalid-option", `${option} must be a whole number, ${range}; it is ${value}.`);
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
  if (typeof value === "number" && Number.isFinite(value) && value >= least && value <= most) return value;
  throw new PsiError("invalid-option", `${option} must be a number, ${least} to ${most}; it is ${value}.`);
}
