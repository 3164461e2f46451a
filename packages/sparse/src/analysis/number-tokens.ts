import type { Token } from "@psi/core";
import { contentToken } from "./token.js";
import type { WordRules } from "./word-rules.js";

/** A number with points or commas between its digits, and the letters that touch it. */
const shape = /^(\p{L}*)(\p{N}+(?:[.,]\p{N}+)+)([\p{L}\p{M}\p{N}_]*)$/u;

/**
 * The token of a number such as `0.5`, `1,234.5`, `10.0.0.8`, `v1.2.3` or `0.5mg`, in folded case; undefined
 * for a word that is none. Numbers that are written in two ways are one term: 1,234 is 1234, and 0,5 is 0.5.
 * Variants are the number without the letters at it, its unit, and of a version its first two places.
 */
export function numberToken(word: string, { termOf }: WordRules): Token | undefined {
  const [, before = "", written = "", after = ""] = shape.exec(word) ?? [];
  if (written === "") return undefined;
  const number = unified(written);
  const parts = number.split(".");
  const version = parts.length > 2 ? [parts.slice(0, 2).join(".")] : [];
  // The letter in front of a version says nothing; a unit does.
  if (after === "") return contentToken(`${before}${number}`, [number], version);
  return contentToken(`${before}${number}${after}`, [], [number, termOf(after), ...version]);
}

function unified(number: string): string {
  if (/^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(number)) return number.replaceAll(",", "");
  if (/^\d{1,3}(?:\.\d{3})+,\d+$/.test(number)) return number.replaceAll(".", "").replace(",", ".");
  return /^\d+,\d+$/.test(number) ? number.replace(",", ".") : number;
}
