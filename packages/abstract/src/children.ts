import { type AbstractGroup, PsiError } from "@psi/core";

/** A child of a group, ready to be condensed. */
export interface Child {
  /** Its place in the group. */
  readonly index: number;
  readonly title: string | undefined;
  /** Its text without the title in front. */
  readonly body: string;
  /** How much it counts, above 0 and at most 1: how near it is to the middle of the group. */
  readonly weight: number;
}

/**
 * Checks a group and splits titles from texts.
 *
 * @throws PsiError `invalid-option` without texts, or when titles or centralities are not one a text.
 */
export function childrenOf({ texts, titles, centrality }: AbstractGroup): readonly Child[] {
  if (texts.length === 0)
    throw new PsiError("invalid-option", "The group has no texts. Give at least one.");
  requireAsMany("titles", titles, texts.length);
  requireAsMany("centrality", centrality, texts.length);
  return texts.map((text, index) => {
    const title = titles?.[index]?.trim() || undefined;
    const leads =
      title !== undefined && text.startsWith(title) && /^\s*\n/.test(text.slice(title.length));
    const near = centrality?.[index] ?? 1;
    if (!Number.isFinite(near)) {
      throw new PsiError(
        "invalid-option",
        `centrality[${index}] is ${near}. Give numbers from -1 to 1.`,
      );
    }
    return {
      index,
      title,
      body: leads ? text.slice(title.length).trimStart() : text,
      weight: Math.min(1, Math.max(0.05, near)),
    };
  });
}

function requireAsMany(
  option: string,
  values: readonly unknown[] | undefined,
  count: number,
): void {
  if (values === undefined || values.length === count) return;
  throw new PsiError(
    "invalid-option",
    `There are ${values.length} ${option} for ${count} texts. Give one a text.`,
  );
}

/** The children, most central first; equally central ones in order. */
export function byCentrality(children: readonly Child[]): readonly Child[] {
  return [...children].sort((a, b) => b.weight - a.weight || a.index - b.index);
}
