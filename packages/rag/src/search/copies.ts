import type { NodeRow, Retriever, ScoredNode } from "@psi/core";

/** Which passages may be found, and which say the same as another. */
export interface Space {
  /** All when left out. Of passages of equal text, one. */
  readonly accepts?: (row: NodeRow) => boolean;
  /** The other passages of the text of a row, in order, as far as they match. */
  copiesOf(row: NodeRow): readonly NodeRow[];
}

/** Groups of passages of equal text, by row. */
export type Copies = ReadonlyMap<NodeRow, readonly NodeRow[]>;

const NO_COPIES: readonly NodeRow[] = [];

/** @param pairs of each passage whose text an earlier one has: its row, and the row of the first */
export function readCopies(pairs: Uint32Array): Copies {
  const groups = new Map<NodeRow, NodeRow[]>();
  for (let i = 0; i < pairs.length; i += 2) {
    const [row, first] = [pairs[i] as NodeRow, pairs[i + 1] as NodeRow];
    const group = groups.get(first) ?? [first];
    group.push(row);
    groups.set(first, group);
    groups.set(row, group);
  }
  return groups;
}

/**
 * The space of a search. Equal passages take one place: the first that matches is accepted, and the others are
 * its copies. They are left out where lists are made, not where they end, so that they take no candidate's
 * place and a list has as many passages as were asked for.
 *
 * @param matching the rows that a filter lets through; all when left out.
 */
export function spaceOf(copies: Copies, matching?: ReadonlySet<NodeRow>): Space {
  const matches = (row: NodeRow): boolean => matching?.has(row) ?? true;
  const copiesOf = (row: NodeRow): readonly NodeRow[] =>
    copies.get(row)?.filter((each) => each !== row && matches(each)) ?? NO_COPIES;
  if (copies.size === 0) return { copiesOf, ...(matching && { accepts: matches }) };
  const accepts = (row: NodeRow): boolean => {
    if (!matches(row)) return false;
    const group = copies.get(row);
    return group === undefined || group.find(matches) === row;
  };
  return { accepts, copiesOf };
}

/** The retriever, with the ids of equal passages on what it finds. */
export function listingCopies(
  retriever: Retriever,
  { copiesOf }: Space,
  ids: readonly string[],
): Retriever {
  const withCopies = (found: ScoredNode): ScoredNode => {
    const copies = found.node.layer === 0 ? copiesOf(found.node.row) : NO_COPIES;
    if (copies.length === 0) return found;
    return { ...found, duplicates: copies.map((row) => ids[row] as string) };
  };
  return {
    ...retriever,
    retrieve: async (query, options) => (await retriever.retrieve(query, options)).map(withCopies),
  };
}
