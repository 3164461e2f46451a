import { parse as parseToml, TomlDate } from "smol-toml";
import { parseDocument, visit } from "yaml";
import { nestsDeeper } from "../read/nesting.js";

/** What front matter says. */
export interface FrontMatter {
  readonly title?: string;
  /** For the metadata: strings, numbers, booleans, and lists of them. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** What a reader should know: values that could not be read, or that are too long. */
  readonly notes: readonly string[];
}

/** Names that have a meaning of their own in a passage's metadata. */
const reserved: ReadonlySet<string> = new Set(
  "source start end line title markup repeated".split(" "),
);
/** How many characters of fields each passage of a file carries. */
const longestFields = 16_384;
const deepest = 50;

/** Reads YAML. Undefined for what is not a mapping: a text between two rules, for example. */
export function yamlFrontMatter(text: string): FrontMatter | undefined {
  if (nestsDeeper(text, deepest)) return undefined;
  const { value, valid } = readYaml(text);
  if (valid) return isRecord(value) ? frontMatter(value, []) : undefined;
  const entries = text.split(/^(?=[\w-]+[ \t]*:(?:\s|$))/m).filter((entry) => entry.trim() !== "");
  const fields = Object.fromEntries(entries.flatMap(fieldOf));
  if (Object.keys(fields).length === 0) return undefined;
  return frontMatter(fields, [
    "Its front matter is not valid YAML. Each field was read by itself.",
  ]);
}

/** Reads TOML. Undefined for what is not TOML. */
export function tomlFrontMatter(text: string): FrontMatter | undefined {
  if (nestsDeeper(text, deepest)) return undefined;
  try {
    return frontMatter(parseToml(text), []);
  } catch {
    return undefined;
  }
}

/** Reads JSON. Undefined for what is not an object. */
export function jsonFrontMatter(text: string): FrontMatter | undefined {
  if (nestsDeeper(text, deepest)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? frontMatter(value, []) : undefined;
  } catch {
    return undefined;
  }
}

function readYaml(text: string): { readonly value: unknown; readonly valid: boolean } {
  try {
    const document = parseDocument(text, { uniqueKeys: false, logLevel: "silent" });
    if (document.errors.length > 0) return { value: undefined, valid: false };
    visit(document, {
      // "1.10" and "007" are versions and numbers of houses as often as they are 1.1 and 7.
      Scalar(_, node) {
        const isNumber = typeof node.value === "number" || typeof node.value === "bigint";
        if (isNumber && node.source !== String(node.value)) node.value = node.source;
      },
    });
    return { value: document.toJS({ maxAliasCount: 100 }), valid: true };
  } catch {
    return { value: undefined, valid: false };
  }
}

/** One field of YAML that is not valid as a whole: its value as it is written, if that is not valid either. */
function fieldOf(entry: string): [string, unknown][] {
  const colon = entry.indexOf(":");
  if (!/^[\w-]+[ \t]*$/.test(entry.slice(0, Math.max(0, colon)))) return [];
  const name = entry.slice(0, colon).trim();
  const { value, valid } = readYaml(entry);
  const read = valid && isRecord(value) ? Object.values(value)[0] : entry.slice(colon + 1).trim();
  return [[name, read]];
}

function frontMatter(
  { title, ...others }: Readonly<Record<string, unknown>>,
  notes: readonly string[],
): FrontMatter {
  const named = typeof title === "string" || typeof title === "number" ? String(title).trim() : "";
  const all = named === "" ? { title, ...others } : others;
  const { fields, left } = bounded(flatFields(all));
  const note = `Front matter fields are too long to be kept in the metadata: ${left.join(", ")}.`;
  return {
    ...(named !== "" && { title: named.replace(/\s+/g, " ") }),
    fields,
    notes: left.length === 0 ? notes : [...notes, note],
  };
}

/** Fields of fields become one name, "author.name"; a list keeps its values, lists in it become JSON. */
function flatFields(record: Readonly<Record<string, unknown>>, prefix = ""): [string, unknown][] {
  return Object.entries(record).flatMap(([key, value]): [string, unknown][] => {
    const name = prefix === "" && reserved.has(key) ? `frontMatter.${key}` : prefix + key;
    if (isRecord(value)) return flatFields(value, `${name}.`);
    if (Array.isArray(value)) return [[name, value.flatMap(listItem)]];
    return listItem(value).map((single) => [name, single]);
  });
}

function listItem(value: unknown): unknown[] {
  if (value === undefined || value === null) return [];
  if (value instanceof TomlDate) return [value.toISOString()];
  if (typeof value === "bigint") return [String(value)];
  return [typeof value === "object" ? JSON.stringify(value) : value];
}

/** The fields without the longest ones, where all together are too long. */
function bounded(entries: readonly [string, unknown][]): {
  readonly fields: Record<string, unknown>;
  readonly left: readonly string[];
} {
  const sized = entries.map((entry) => ({ entry, size: JSON.stringify(entry).length }));
  const kept = new Set(entries);
  let size = sized.reduce((sum, each) => sum + each.size, 0);
  const left: string[] = [];
  for (const { entry, size: own } of [...sized].sort((a, b) => b.size - a.size)) {
    if (size <= longestFields) break;
    kept.delete(entry);
    left.push(entry[0].slice(0, 40));
    size -= own;
  }
  return { fields: Object.fromEntries(kept), left: left.slice(0, 10) };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof Date) &&
    !(value instanceof TomlDate)
  );
}
