import { type FilterField, fieldMatches, valuesOf } from "./metadata-filter.js";

type Metadata = Readonly<Record<string, unknown>>;

/** The most fields or values that a note lists. */
const LISTED = 5;
/** The most characters of a value in a note. */
const LONGEST_VALUE = 60;

/**
 * Says why a filter matches no passage: which of its fields or values no passage has, and which there are,
 * the most frequent first. O(passages x fields), for a filter that matched nothing.
 */
export function noteOnFilter(
  filter: readonly FilterField[],
  metadata: readonly Metadata[],
): string {
  const counts = filter.map((field) => ({
    field,
    matches: metadata.reduce((sum, fields) => sum + (fieldMatches(field, fields) ? 1 : 0), 0),
  }));
  const failing = counts.filter(({ matches }) => matches === 0);
  if (failing.length === 0) {
    const each = counts.map(({ field, matches }) => `${field.name} matches ${matches}`);
    return `The filter matches no passage: ${each.join(", ")}, but no passage matches all of it.`;
  }
  return `The filter matches no passage. ${failing.map(({ field }) => whyNothing(field, metadata)).join(" ")}`;
}

function whyNothing({ name, values }: FilterField, metadata: readonly Metadata[]): string {
  const present = tally(metadata.map((fields) => valuesOf(name, fields)));
  if (present.size === 0) {
    const fields = tally(metadata.map((each) => Object.keys(each)));
    return `No passage has a field ${JSON.stringify(name)}. ${fields.size === 0 ? "They have no metadata." : `Fields: ${listed(fields, String)}.`}`;
  }
  const plain = new Map([...present].filter(([value]) => !isNested(value)));
  const wanted = [...values].slice(0, LISTED).map(shown).join(" or ") || "a value of an empty list";
  const there =
    plain.size === 0
      ? "It holds lists or objects, which no filter matches."
      : `Values: ${listed(plain, shown)}.`;
  return `No passage has ${wanted} in ${name}. ${there}`;
}

function isNested(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

/** In how many passages each value is. */
function tally<T>(passages: readonly (readonly T[])[]): ReadonlyMap<T, number> {
  const counts = new Map<T, number>();
  for (const values of passages) {
    for (const value of new Set(values)) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return counts;
}

/** The most frequent, with their counts, and how many more there are. Equal counts by first sight. */
function listed<T>(counts: ReadonlyMap<T, number>, show: (value: T) => string): string {
  const ordered = [...counts].sort(([, a], [, b]) => b - a);
  const named = ordered.slice(0, LISTED).map(([value, count]) => `${show(value)} (${count})`);
  const more = ordered.length - named.length;
  return named.join(", ") + (more > 0 ? `, and ${more} more` : "");
}

function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text;
}
