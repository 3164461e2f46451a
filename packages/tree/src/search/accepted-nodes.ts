import type { Hierarchy, NodeRow } from "@psi/core";

/** Flags, 0 or 1, by row. */
export interface AcceptedNodes {
  /** Of the leaves below it at least one is accepted: a search goes down there. */
  readonly some: Uint8Array;
  /** All are: an abstract may be returned, since it was written from all of them. */
  readonly all: Uint8Array;
}

/** Which nodes a search may look at, and which it may return, when only some leaves are wanted. O(nodes). */
export function acceptedNodes(
  { leafCount, parents }: Hierarchy,
  accepts: (row: NodeRow) => boolean,
): AcceptedNodes {
  const some = new Uint8Array(parents.length);
  const all = new Uint8Array(parents.length).fill(1);
  for (let row = 0; row < parents.length; row++) {
    // Rows ascend with their layers: a node's children were seen before it.
    if (row < leafCount) {
      some[row] = accepts(row) ? 1 : 0;
      all[row] = some[row]!;
    }
    const parent = parents[row]!;
    if (parent < 0) continue;
    some[parent] = some[parent]! | some[row]!;
    all[parent] = all[parent]! & all[row]!;
  }
  return { some, all };
}
