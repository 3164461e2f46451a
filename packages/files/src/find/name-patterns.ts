import { PsiError } from "@psi/core";
import picomatch from "picomatch";

/** Which files of a folder are wanted. */
export interface NamePatterns {
  /** Whether a file is wanted; its path is that from the folder, with forward slashes. */
  wants(path: string): boolean;
  /** Whether nothing in a folder is wanted. */
  excludes(folder: string): boolean;
}

/**
 * Patterns as `*.md`, `drafts`, `guide/**` or `*.{md,txt}`: one without a slash is for the name alone, any
 * other for the path from the folder. What is excluded is not wanted, whatever is included; an excluded
 * folder is not looked into.
 *
 * @throws PsiError `invalid-option` for a pattern that is empty or no string.
 */
export function namePatterns(
  include: readonly string[] | undefined,
  exclude: readonly string[] | undefined,
): NamePatterns {
  const included = matcher("include", include);
  const excluded = matcher("exclude", exclude);
  const isExcluded = (path: string): boolean => excluded?.(path) ?? false;
  return {
    wants: (path) => !isExcluded(path) && (included?.(path) ?? true),
    excludes: isExcluded,
  };
}

function matcher(
  option: string,
  patterns: readonly string[] | undefined,
): ((path: string) => boolean) | undefined {
  if (patterns === undefined) return undefined;
  if (!Array.isArray(patterns)) {
    throw new PsiError("invalid-option", `${option} must be a list of patterns such as "*.md".`);
  }
  const matchers = patterns.map((pattern: unknown) => {
    if (typeof pattern !== "string" || pattern === "") {
      throw new PsiError(
        "invalid-option",
        `${option} has a pattern that is empty or no string. Give patterns such as "*.md".`,
      );
    }
    const tidy = pattern.replace(/^\.?\/|\/$/g, "");
    return picomatch(tidy.normalize("NFC"), { dot: true, basename: !tidy.includes("/") });
  });
  return matchers.length === 0
    ? undefined
    : (path) => matchers.some((matches) => matches(path.normalize("NFC")));
}
