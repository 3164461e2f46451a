import { removeMarks } from "@psi/core/model-text";

const listItem = /^\s*(?:[-•*·]|\d{1,2}[.)、])\s*/;

/**
 * What a short answer is: its first line, or the list that it is; with the citations that a line of their own
 * holds. What goes on below is talk. O(length).
 */
export function firstLine(text: string): string {
  const lines = text
    .split(/\r\n|[\n\r]/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const [first = "", ...rest] = lines;
  const other = rest.findIndex((line) => !listItem.test(line));
  const end = other === -1 ? rest.length : other;
  const behind = rest[end] ?? "";
  const cited = citesOnly(behind) ? [behind] : [];
  if (!listItem.test(first) || end === 0) return [first, ...cited].join(" ");
  return [first, ...rest.slice(0, end), ...cited].join("\n");
}

function citesOnly(line: string): boolean {
  const rest = removeMarks(line);
  return rest !== line && /^[\s,.;，。；]*$/.test(rest);
}
