/** "multilingual/2:en": what kind it is, its version, its options. */
const versioned = /^(.*)\/(\d+)((?::.*)?)$/;

/**
 * Whether a tokenizer's name is that of an earlier version of another's: its terms are others, but an index of
 * them can be brought up to date without asking anybody.
 */
export function isEarlier(name: string, current: string): boolean {
  const [, kind, version, options] = versioned.exec(name) ?? [];
  const [, kindNow, versionNow, optionsNow] = versioned.exec(current) ?? [];
  if (kind === undefined || kind !== kindNow || options !== optionsNow) return false;
  return Number(version) < Number(versionNow);
}
