import { stripVTControlCharacters } from "node:util";

// Control characters, and marks that change the direction in which the rest of the line is shown.
const unsafe = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const loneSurrogate = /\p{Surrogate}/gu;

/**
 * Text from a user's file made safe to print on one line of a terminal: escape sequences and control
 * characters removed, runs of white space made one space, lone surrogates replaced.
 */
export function plainText(text: string): string {
  return plainLines(text).replace(/\s+/g, " ").trim();
}

/** The same with line breaks kept, for text shown as it stands. */
export function plainLines(text: string): string {
  return stripVTControlCharacters(text.replace(/\r\n?/g, "\n").replace(/\t/g, " "))
    .replace(unsafe, (character) => (character === "\n" ? "\n" : ""))
    .replace(loneSurrogate, "\ufffd");
}
