import type { Child } from "./children.js";

/** The beginning of the first child that has one, for texts without words; "…" when all are blank. */
export function plainHead(children: readonly Child[]): string {
  for (const { title, body } of children) {
    const text = (title ?? body).trim();
    if (text !== "") return [...text.slice(0, 120)].slice(0, 60).join("");
  }
  return "…";
}
