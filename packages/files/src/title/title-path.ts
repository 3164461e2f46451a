/** The headings above a place in a document. */
export interface TitlePath {
  /** Goes below a heading: leaves those of its level and deeper ones. An empty heading has no name. */
  enter(level: number, heading: string): void;
  /** Names joined, outermost first; undefined where there is none. */
  title(): string | undefined;
}

const separator = " > ";

/** @param above names that are above all headings, outermost first. */
export function titlePath(above: readonly string[] = []): TitlePath {
  let entered: { readonly level: number; readonly name: string }[] = [];
  return {
    enter(level, heading) {
      entered = [...entered.filter((each) => each.level < level), { level, name: heading }];
    },
    title() {
      const names = [...above, ...entered.map(({ name }) => name)].filter((name) => name !== "");
      // Many files repeat the front matter's title as their first heading.
      const distinct = names.filter(
        (name, i) => i === 0 || !sameName(name, names[i - 1] as string),
      );
      return distinct.length === 0 ? undefined : distinct.join(separator);
    },
  };
}

function sameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
