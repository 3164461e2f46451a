import { isPlainObject, kindOf } from "@psi/core";

/** Why metadata cannot be kept, and where: "metadata.a.b[2]". */
export class UnkeptMetadata extends Error {
  constructor(
    readonly path: string,
    readonly reason: string,
    cause?: unknown,
  ) {
    super(`${path} ${reason}`, { cause });
  }
}

/** Metadata as they are kept. */
export interface PlainMetadata {
  readonly metadata: Record<string, unknown>;
  /** Where the first date was, if there was one: dates are kept as ISO 8601 text. */
  readonly date: string | undefined;
}

/** The most levels of lists and objects within one another. */
const MOST_LEVELS = 100;
/** The most characters of a path in an error. */
const LONGEST_PATH = 200;

/**
 * A copy of metadata of which JSON keeps everything: text, finite numbers, true, false, null, and lists and
 * plain objects of these. A valid `Date` becomes its ISO 8601 text, as LangChain's loaders write dates, and -0
 * becomes 0, which equals it. Everything else is refused, since it would be lost or changed: undefined, NaN,
 * infinity, bigints, functions, symbols, instances of classes (`Map`, `URL`, typed arrays), lists with holes
 * or with fields, fields that are hidden or throw, and what contains itself. O(size).
 *
 * @throws UnkeptMetadata
 */
export function plainMetadata(given: unknown): PlainMetadata {
  if (given === undefined || given === null) return { metadata: {}, date: undefined };
  if (!isPlainObject(given)) {
    throw new UnkeptMetadata("metadata", `must be a plain object, not ${kindOf(given)}`);
  }
  const copying: Copying = { within: new Set(), date: undefined };
  const metadata = copyOf(given, "metadata", copying) as Record<string, unknown>;
  return { metadata, date: copying.date };
}

interface Copying {
  /** The lists and objects that the present value is in. */
  readonly within: Set<object>;
  date: string | undefined;
}

function copyOf(value: unknown, path: string, copying: Copying): unknown {
  if (typeof value === "string" || typeof value === "boolean" || value === null) return value;
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw unkept(path, `is ${value}, which JSON does not have`);
    return value === 0 ? 0 : value;
  }
  if (typeof value !== "object") throw unkept(path, `is ${kindOf(value)}`);
  if (value instanceof Date) return dateText(value, path, copying);
  if (copying.within.has(value)) throw unkept(path, "contains itself");
  if (copying.within.size === MOST_LEVELS) {
    throw unkept(path, `is nested more than ${MOST_LEVELS} levels deep`);
  }
  copying.within.add(value);
  const copy = Array.isArray(value)
    ? listCopy(value, path, copying)
    : objectCopy(value, path, copying);
  copying.within.delete(value);
  return copy;
}

function dateText(date: Date, path: string, copying: Copying): string {
  if (Number.isNaN(date.getTime())) throw unkept(path, "is an invalid date");
  copying.date ??= path;
  return date.toISOString();
}

function listCopy(list: readonly unknown[], path: string, copying: Copying): readonly unknown[] {
  const copy: unknown[] = [];
  for (let i = 0; i < list.length; i++) {
    if (!Object.hasOwn(list, i)) throw unkept(`${path}[${i}]`, "is a hole in a list");
    copy.push(copyOf(read(list, i, `${path}[${i}]`), `${path}[${i}]`, copying));
  }
  // "length" is the one key besides the items.
  if (Reflect.ownKeys(list).length > list.length + 1) {
    throw unkept(path, "is a list that has fields besides its items");
  }
  return copy;
}

function objectCopy(value: object, path: string, copying: Copying): object {
  if (!isPlainObject(value)) throw unkept(path, `is ${kindOf(value)}`);
  const isShown = (key: PropertyKey): boolean =>
    Object.prototype.propertyIsEnumerable.call(value, key);
  // A hidden symbol is a mark that a library made, such as how a document was found, and no field.
  const keys = Reflect.ownKeys(value).filter((key) => typeof key === "string" || isShown(key));
  const entries = keys.map((key): [string, unknown] => {
    if (typeof key === "symbol") throw unkept(path, `has the symbol ${String(key)} as a key`);
    const at = /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(key)
      ? `${path}.${key}`
      : `${path}[${JSON.stringify(key)}]`;
    if (!isShown(key)) throw unkept(at, "is hidden");
    return [key, copyOf(read(value, key, at), at, copying)];
  });
  // Also a field of the name "__proto__" is a field here.
  return Object.fromEntries(entries);
}

/** Reads a field once: a getter may give another value the next time. */
function read(value: object, key: PropertyKey, path: string): unknown {
  try {
    return (value as Record<PropertyKey, unknown>)[key];
  } catch (cause) {
    throw unkept(path, "throws when it is read", cause);
  }
}

function unkept(path: string, reason: string, cause?: unknown): UnkeptMetadata {
  const shown = path.length > LONGEST_PATH ? `${path.slice(0, LONGEST_PATH)}…` : path;
  return new UnkeptMetadata(shown, reason, cause);
}
