import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import ignore, { type Ignore } from "ignore";

/** What the `.gitignore` files around a folder leave out. */
export interface IgnoreRules {
  /** Whether a file or folder in the folder is left out. */
  ignores(path: string, isFolder: boolean): boolean;
  /** The rules in a folder of this one. */
  within(folder: string): Promise<IgnoreRules>;
}

/** The rules of one `.gitignore`. */
interface RuleFile {
  readonly folder: string;
  readonly rules: Ignore;
}

/** No rules at all. */
export const noRules: IgnoreRules = {
  ignores: () => false,
  within: async () => noRules,
};

/**
 * The rules in a folder: those of its own `.gitignore` and, where it is inside a Git repository, of those
 * in the folders above it, up to the root of the repository.
 *
 * @param folder an absolute path.
 */
export async function ignoreRules(folder: string): Promise<IgnoreRules> {
  const above = foldersAbove(folder);
  const root = above.findIndex((each) => existsSync(join(each, ".git")));
  const folders = [folder, ...above.slice(0, root + 1)].reverse();
  const found = await Promise.all(folders.map(ruleFile));
  return rulesOf(found.flat());
}

function foldersAbove(folder: string): string[] {
  const parent = dirname(folder);
  // A repository inside another one has rules of its own.
  if (parent === folder || existsSync(join(folder, ".git"))) return [];
  return [parent, ...foldersAbove(parent)];
}

async function ruleFile(folder: string): Promise<RuleFile[]> {
  try {
    const text = await readFile(join(folder, ".gitignore"), "utf8");
    return [{ folder, rules: ignore({ ignorecase: false }).add(text) }];
  } catch {
    // Mostly there is none. One that cannot be read leaves nothing out.
    return [];
  }
}

/** @param files outermost first: inner ones have the last word. */
function rulesOf(files: readonly RuleFile[]): IgnoreRules {
  const inner = [...files].reverse();
  return {
    ignores(path, isFolder) {
      for (const { folder, rules } of inner) {
        const name = relative(folder, path).split(sep).join("/");
        const { ignored, unignored } = rules.test(isFolder ? `${name}/` : name);
        if (ignored || unignored) return ignored;
      }
      return false;
    },
    async within(folder) {
      const own = await ruleFile(folder);
      return own.length === 0 ? this : rulesOf([...files, ...own]);
    },
  };
}
