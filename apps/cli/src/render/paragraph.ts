import type { Paint } from "../session.js";
import { wrap } from "./columns.js";
import { plainLines } from "./plain-text.js";

/** Text from a user's file, made safe, its own line breaks kept, wrapped at some columns. */
export function paragraph(text: string, width: number): readonly string[] {
  return plainLines(text)
    .split("\n")
    .flatMap((line) => wrap(line, width).map(({ start, end }) => line.slice(start, end)));
}

/** Lines under a heading, with a blank line before; nothing when there are no lines. */
export function section(title: string, lines: readonly string[], paint: Paint): readonly string[] {
  return lines.length === 0 ? [] : ["", paint.bold(title), ...lines];
}
