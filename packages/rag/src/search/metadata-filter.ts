import { isPlainObject, kindOf, type NodeRow, PsiError } from "@psi/core";

/** Metadata that passages must have: each field equal to the value, or to one of several. */
export type MetadataFilter = Readonly<Record<string, FilterValue | readonly FilterValue[]>>;

type FilterValue = string | number | boolean | null;

type Metadata = Readonly<Record<string, unknown>>;

/** A field of a filter, and the values that match, texts in Unicode's form NFC. */
export interface FilterField {
  readonly name: string;
  readonly values: ReadonlySet<unknown>;
}

/**
 * Reads a filter once: what the caller changes later, or a getter gives the next time, changes nothing.
 * @throws PsiError `invalid-option` for anything but a plain object of values and lists of values
 */
export function readFilter(filter: unknown): readonly FilterField[] {
  if (!isPlainObject(filter)) {
    throw new PsiError(
      "invalid-option",
      `filter must be a plain object of metadata fields, such as { source: "notes.md" }; it is ${kindOf(filter)}. To search without a filter, leave it out.`,
    );
  }
  // Symbols and hidden fields too: a field that is passed over would let other passages through.
  return Reflect.ownKeys(filter).map((key) => {
    if (typeof key === "symbol") {
      throw new PsiError("invalid-option", `filter has the symbol ${String(key)} as a field.`);
    }
    const given = filter[key];
    const values: readonly unknown[] = Array.isArray(given) ? Array.from(given) : [given];
    const wrong = values.findIndex((value) => !isFilterValue(value));
    if (wrong < 0) return { name: key.normalize("NFC"), values: new Set(values.map(comparable)) };
    const date = values[wrong] instanceof Date ? " Dates are kept as ISO 8601 text." : "";
    throw new PsiError(
      "invalid-option",
      `filter.${key} must be a string, a finite number, true, false, null, or a list of these; it ${Array.isArray(given) ? "holds" : "is"} ${kindOf(values[wrong])}.${date}`,
    );
  });
}

function isFilterValue(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  return value === null || typeof value === "string" || typeof value === "boolean";
}

/**
 * The rows whose metadata match. A field that a passage lacks matches nothing, `null` included.
 * O(passages x fields).
 */
export function matchingRows(
  filter: readonly FilterField[],
  metadata: readonly Metadata[],
): ReadonlySet<NodeRow> {
  const rows = new Set<NodeRow>();
  metadata.forEach((fields, row) => {
    if (filter.every((field) => fieldMatches(field, fields))) rows.add(row);
  });
  return rows;
}

/** Whether a field of some metadata, or a value in its list, is one of the values. */
export function fieldMatches({ name, values }: FilterField, metadata: Metadata): boolean {
  return valuesOf(name, metadata).some((value) => values.has(comparable(value)));
}

/** What is in a field: the values of a list, the one value otherwise, nothing where the field is missing. */
export function valuesOf(name: string, metadata: Metadata): readonly unknown[] {
  const key = keyOf(name, metadata);
  if (key === undefined) return [];
  const value = metadata[key];
  return Array.isArray(value) ? value : [value];
}

/** The key that is equal in NFC. Only names beyond ASCII can be written in several ways. */
function keyOf(name: string, metadata: Metadata): string | undefined {
  if (Object.hasOwn(metadata, name)) return name;
  if (/^[\0-\x7f]*$/.test(name)) return undefined;
  return Object.keys(metadata).find((key) => key.normalize("NFC") === name);
}

function comparable(value: unknown): unknown {
  return typeof value === "string" ? value.normalize("NFC") : value;
}
