import { contentId, passageHash } from "../store/keys.js";
import type { StoredPassage } from "./prepare-passages.js";

type Content = Omit<StoredPassage, "id">;

const FROM_CONTENT = /^(p-[0-9a-f]{16})(?:-\d+)?$/;

/**
 * Ids for passages whose owner gave none, made from their text: "p-…", and "p-…-2", "p-…-3" for further
 * passages of that text.
 *
 * A passage of the index that has such an id, the same text and the same metadata is the same passage, so it
 * keeps its id. Each is matched once: of two equal passages given together, the second is another passage.
 * O(1) a passage when they come in the order in which they came before; among k passages of one text with
 * different metadata in another order, O(k).
 *
 * @param known the passages of the index, id to hash.
 * @param reserved ids that the caller gave to other passages.
 */
export function idsFromContent(
  known: ReadonlyMap<string, string>,
  reserved: ReadonlySet<string>,
): (content: Content) => string {
  const used = new Set(reserved);
  const nextCopy = new Map<string, number>();
  let copies: ReadonlyMap<string, Copies> | undefined;
  return (content) => {
    copies ??= copiesIn(known.keys());
    const base = contentId(content);
    const same = matching(copies.get(base), (id) => {
      return !used.has(id) && known.get(id) === passageHash({ id, ...content });
    });
    if (same !== undefined) {
      used.add(same);
      return same;
    }
    for (let copy = nextCopy.get(base) ?? 1; ; copy++) {
      const id = copy === 1 ? base : `${base}-${copy}`;
      if (known.has(id) || used.has(id)) continue;
      used.add(id);
      nextCopy.set(base, copy + 1);
      return id;
    }
  };
}

/** The passages of one text, and where the search for the next match begins. */
interface Copies {
  readonly ids: string[];
  next: number;
}

function copiesIn(ids: Iterable<string>): ReadonlyMap<string, Copies> {
  const copies = new Map<string, Copies>();
  for (const id of ids) {
    const base = FROM_CONTENT.exec(id)?.[1];
    if (base === undefined) continue;
    const known = copies.get(base);
    if (known === undefined) copies.set(base, { ids: [id], next: 0 });
    else known.ids.push(id);
  }
  return copies;
}

function matching(copies: Copies | undefined, isSame: (id: string) => boolean): string | undefined {
  if (copies === undefined) return undefined;
  const { ids } = copies;
  for (let i = 0; i < ids.length; i++) {
    const at = (copies.next + i) % ids.length;
    const id = ids[at] as string;
    if (!isSame(id)) continue;
    copies.next = at + 1;
    return id;
  }
  return undefined;
}
