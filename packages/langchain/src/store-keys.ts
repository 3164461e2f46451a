/** The characters that stand for themselves; "." and "_" have a meaning here. */
const PLAIN = /[^A-Za-z0-9-]/g;

/**
 * A key of ours as one that every byte store takes: "/" as ".", what else is not a letter, a digit or "-" as
 * "_" and two hexadecimal digits. Character by character, so a prefix's is the prefix of its keys'.
 */
export function encodedKey(key: string): string {
  return key.replace(PLAIN, (character) =>
    character === "/" ? "." : `_${character.charCodeAt(0).toString(16).padStart(2, "0")}`,
  );
}

/** The key that was encoded so, or undefined for one that never was: somebody else's. */
export function decodedKey(stored: string): string | undefined {
  const key = stored.replace(/\.|_([0-9a-f]{2})/g, (found, digits: string | undefined) =>
    found === "." ? "/" : String.fromCharCode(Number.parseInt(digits as string, 16)),
  );
  return encodedKey(key) === stored ? key : undefined;
}
