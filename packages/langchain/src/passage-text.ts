import { escapeFences, fenceText, setMarksApart, toOneLine } from "@psi/core/model-text";

/**
 * The line that introduces a passage to a model: its number, its id, and its title where it has one. Neither can
 * begin another line, or read as another passage's number; quotes set apart what may read as a part of the line.
 */
export function passageHead(number: number, id: string | undefined, title?: string): string {
  const titled = title === undefined ? "" : `, title: ${quoteIfNeeded(inertLine(title))}`;
  return `[${number}] id: ${quoteIfNeeded(inertLine(String(id)))}${titled}`;
}

/** A passage's text in a fence that it cannot leave, its own numbers in brackets set apart. */
export function passageBlock(number: number, text: string): string {
  return fenceText("passage", setMarksApart(text), number);
}

/** Some words of a passage, in quotation marks and on one line. */
export function passageQuote(text: string): string {
  return JSON.stringify(inertLine(text));
}

function inertLine(text: string): string {
  return escapeFences(setMarksApart(toOneLine(text)));
}

function quoteIfNeeded(text: string): string {
  return /[",]|: /.test(text) ? JSON.stringify(text) : text;
}
