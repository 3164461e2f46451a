import { type NodeRow, PsiError } from "@psi/core";

/** Metadata that passages must have: each field equal to the value, or to one of several. */
export type MetadataFilter = Readonly<Record<string, FilterValue | readonly FilterValue[]>>;

type FilterValue = string | number | boolean | null;

/**
 * The rows whose metadata match. A field that a passage lacks matches nothing, `null` included.
 * O(passages x fields).
 *
 * @throws PsiError `invalid-option` for a filter that is none.
 */
export function matchingRows(
  filter: MetadataFilter,
  metadata: readonly Readonly<Record<string, unknown>>[],
): ReadonlySet<NodeRow> {
  const wanted = Object.entries(checked(filter)).map(
    ([field, value]) => [field, new Set<unknown>(Array.isArray(value) ? value : [value])] as const,
  );
  const rows = new Set<NodeRow>();
  metadata.forEach((fields, row) => {
    // What objects inherit is never a plain value.
    if (wanted.every(([field, values]) => values.has(fields[field]))) rows.add(row);
  });
  return rows;
}

function checked(filter: MetadataFilter): MetadataFilter {
  if (typeof filter !== "object" || filter === null || Array.isArray(filter)) {
    throw new PsiError(
      "invalid-option",
      'filter is an object of metadata fields, such as { source: "notes.md" }.',
    );
  }
  const plain = (value: unknown): boolean =>
    value === null || ["string", "number", "boolean"].includes(typeof value);
  for (const [field, value] of Object.entries(filter)) {
    if (Array.isArray(value) ? value.every(plain) : plain(value)) continue;
    throw new PsiError(
      "invalid-option",
      `filter.${field} is a string, a number, true, false, null, or a list of them.`,
    );
  }
  return filter;
}
