/** The headings above a place in a text. */
export interface TitlePath {
  /** Sets the title that stands above all headings. */
  base(title: string): void;
  /** Goes below a heading: leaves those of its level and deeper ones. An empty heading has no name. */
  enter(level: number, heading: string): void;
  /** Names joined, outermost first; undefined where there is none. */
  title(): string | undefined;
}

const separator = " > ";

export function titlePath(): TitlePath {
  let above: string | undefined;
  let entered: { readonly level: number; readonly name: string }[] = [];
  return {
    base(title) {
      above = title;
    },
    enter(level, heading) {
      entered = [...entered.filter((each) => each.level < level), { level, name: nameOf(heading) }];
    },
    title() {
      const names = entered.map(({ name }) => name).filter((name) => name !== "");
      // Many files repeat the front matter's title as their first heading.
      if (above !== undefined && names[0] !== above) names.unshift(above);
      return names.length === 0 ? undefined : names.join(separator);
    },
  };
}

/** A heading as a reader sees it: without emphasis, code marks, link targets, images and `{#anchors}`. */
function nameOf(heading: string): string {
  return heading
    .replace(/\s+/g, " ")
    .replace(/ ?\{[#.][^{}]*\} ?$/, "")
    .replace(/!?\[([^[\]]*)\](?:\([^()]*\)|\[[^[\]]*\])?/g, "$1")
    .replace(/(\*\*|__|\*|`)(?=\S)([^*`]*?\S)\1/g, "$2")
    .replace(/\\([!-/:-@[-`{-~])/g, "$1")
    .trim();
}
