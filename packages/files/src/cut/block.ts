import type { Span } from "@psi/core";

/**
 * A stretch of a document that stays whole where it fits into one chunk. Blocks in a list follow each other;
 * what is between two of them belongs to the first.
 */
export interface Block extends Span {
  /**
   * How it is cut where it does not fit: "prose" at sentences, "lines" at line breaks, "group" between its
   * parts. A "heading" is not cut, and stays with the block after it.
   */
  readonly kind: "heading" | "prose" | "lines" | "group";
  /** The blocks of a group; the first begins where the group does. */
  readonly parts?: readonly Block[];
  /** Where the rows of "lines" end, if it is not at each line break. */
  readonly rowEnds?: readonly number[];
  /** Up to where the first lines go that every later chunk of "lines" repeats: the header of a table. */
  readonly leadEnd?: number;
  /** Whether those lines were read earlier: then the first chunk repeats them too. */
  readonly continued?: boolean;
}

/** A part of a document over whose ends no chunk reaches. */
export interface Section {
  /** The headings above it, outermost first: "Guide > Install". */
  readonly title: string | undefined;
  readonly blocks: readonly Block[];
}
