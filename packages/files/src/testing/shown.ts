import { type Passage, plainText } from "@psi/core";

/** For tests: a passage's text as it is indexed, each run of spaces as one, soft hyphens as "-". */
export function indexed(passage: Passage): string {
  return plainText(passage)
    .replaceAll("\u00ad", "-")
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n\s*/g, "\n")
    .trim();
}

/** Title and indexed text of passages. */
export function shown(passages: readonly Passage[]): readonly [unknown, string][] {
  return passages.map((passage) => [passage.metadata.title, indexed(passage)]);
}
