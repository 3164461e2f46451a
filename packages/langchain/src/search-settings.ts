import { parseCallbackConfigArg } from "@langchain/core/callbacks/manager";
import { ensureConfig, type RunnableConfig } from "@langchain/core/runnables";
import { isPlainObject, kindOf, PsiError, requireWhole } from "@psi/core";
import type { MetadataFilter, SearchOptions } from "@psi/rag";
import { ambientConfig } from "./ambient-config.js";

/** How an index is searched, without what belongs to one call alone. */
export type SearchSettings = Omit<SearchOptions, "signal">;

/** What a call may say under `configurable.psi`: the options of an index's search. */
export type PsiConfigurable = SearchSettings;

type Check = (name: string, value: never) => unknown;

/** Every setting, and what it must be. A setting of the index that is missing here does not compile. */
const CHECKS: Readonly<Record<keyof SearchSettings, Check>> = {
  limit: (name, value) => requireWhole(name, value, 1),
  retriever: oneOf("hybrid", "tree", "words", "links"),
  filter: requireFilter,
  onNote: ofType("function", "a function that takes a note"),
  fuse: ofType("function", "a fusion, such as reciprocalRank() of @psi/core"),
  secondHop: ofType("boolean", "true or false"),
  strategy: oneOf("scan", "descend"),
  width: (name, value) => requireWhole(name, value, 1),
};

const FILTER =
  'an object of metadata fields, each with the value or the list of values that it may have, such as { source: "notes.md" }';
const TRANSLATOR = "PsiTranslator turns the queries of SelfQueryRetriever into filters.";

const NAMES = Object.keys(CHECKS) as readonly (keyof SearchSettings)[];

/**
 * Takes the settings of a search out of some options, and returns them and the rest.
 *
 * @param prefix what stands before a setting's name in errors.
 * @throws PsiError `invalid-option` for a setting of the wrong type, or out of its range.
 */
export function takeSettings<T extends SearchSettings>(
  options: T,
  prefix = "",
): [settings: SearchSettings, rest: Omit<T, keyof SearchSettings>] {
  const rest: Record<string, unknown> = { ...options };
  const settings: Record<string, unknown> = {};
  for (const name of NAMES) {
    const value = options[name];
    delete rest[name];
    if (value === undefined) continue;
    CHECKS[name](`${prefix}${name}`, value as never);
    settings[name] = value;
  }
  return [settings, rest as Omit<T, keyof SearchSettings>];
}

/** The settings of a search among options of an index. A fusion is the index's: it also asks with it. */
export function splitOptions<T extends SearchSettings>(
  options: T,
): {
  readonly settings: SearchSettings;
  readonly how: Omit<T, keyof SearchSettings> & Pick<SearchSettings, "fuse">;
} {
  const [{ fuse, ...settings }, rest] = takeSettings(options);
  return { settings, how: { ...rest, ...(fuse && { fuse }) } };
}

/**
 * Checks what a caller put under `configurable.psi`.
 *
 * @throws PsiError `invalid-option` for anything but an object, an unknown setting, or one that is wrong.
 */
export function readConfigurable(given: unknown): SearchSettings {
  if (given === undefined) return {};
  if (!isPlainObject(given)) {
    throw new PsiError(
      "invalid-option",
      `configurable.psi must be an object, such as { limit: 3 }; it is ${shown(given)}.`,
    );
  }
  const [settings, rest] = takeSettings(given as SearchSettings, "configurable.psi.");
  const unknown = Object.keys(rest);
  if (unknown.length === 0) return settings;
  throw new PsiError(
    "invalid-option",
    `configurable.psi has no option ${unknown.map((key) => `"${key}"`).join(", ")}. Options: ${NAMES.join(", ")}.`,
  );
}

/** Settings over settings, the last first. Filters are joined: each field has the value of the last one. */
export function mergeSettings<S extends SearchSettings>(
  first: S,
  ...over: readonly SearchSettings[]
): S {
  let { filter } = first;
  // Spread, not assigned: an assignment would lose a field "__proto__".
  for (const each of over) filter = each.filter ? { ...filter, ...each.filter } : filter;
  return Object.assign({}, first, ...over, filter && { filter });
}

/**
 * The configuration of a call: what it says, over that of the run that it is part of. LangChain would let the
 * call's `configurable.psi` replace the run's; here they are merged.
 *
 * @throws PsiError `invalid-option` for bad settings.
 */
export function callConfig(options: Partial<RunnableConfig> | undefined): RunnableConfig {
  // Some retrievers of LangChain pass a callback manager in place of a configuration.
  const given = parseCallbackConfigArg(options);
  const psi = mergeSettings(settingsIn(ambientConfig()), settingsIn(given));
  return withSettings(ensureConfig<RunnableConfig>(given), psi);
}

/** A configuration with these settings in place of its own. */
export function withSettings<C extends Partial<RunnableConfig>>(config: C, psi: SearchSettings): C {
  return { ...config, configurable: { ...config.configurable, psi } };
}

/** The settings in a configuration. @throws PsiError `invalid-option` */
export function settingsIn(config: Partial<RunnableConfig> | undefined): SearchSettings {
  return readConfigurable(config?.configurable?.psi);
}

function requireFilter(name: string, filter: MetadataFilter): void {
  if (!isPlainObject(filter)) {
    throw new PsiError(
      "invalid-option",
      `${name} must be ${FILTER}; it is ${shown(filter)}. ${TRANSLATOR}`,
    );
  }
  const fields: readonly unknown[] = [filter, ...Object.values(filter)];
  const operator = fields
    .flatMap((each) => (isPlainObject(each) ? Object.keys(each) : []))
    .find((key) => key.startsWith("$"));
  if (operator === undefined) return;
  throw new PsiError(
    "invalid-option",
    `${name} has the operator "${operator}". There are none: it is ${FILTER}. ${TRANSLATOR}`,
  );
}

function oneOf(...known: readonly string[]): Check {
  return (name, value: unknown) => {
    if (known.includes(value as string)) return;
    throw new PsiError(
      "invalid-option",
      `${name} must be one of ${known.join(", ")}; it is ${shown(value)}.`,
    );
  };
}

function ofType(type: string, wanted: string): Check {
  return (name, value: unknown) => {
    if (typeof value === type) return;
    throw new PsiError("invalid-option", `${name} must be ${wanted}; it is ${shown(value)}.`);
  };
}

/** What the caller gave, which from JavaScript may be anything. */
function shown(value: unknown): string {
  return typeof value === "string" ? JSON.stringify(value) : kindOf(value);
}
