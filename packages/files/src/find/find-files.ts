import type { Dirent, Stats } from "node:fs";
import { readdir, realpath, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { FileToRead } from "../read/read-blocks.js";
import { type LeftOut, systemError, UnreadableError } from "../read/unreadable.js";
import { type FileKind, kindOf, knownExtensions, unknownKindReason } from "./file-kinds.js";
import { type IgnoreRules, ignoreRules, noRules } from "./ignore-rules.js";
import { type NamePatterns, namePatterns } from "./name-patterns.js";
import { type Located, sourcesOf } from "./sources.js";

export interface FindOptions {
  /** Patterns of the files to read in folders, such as `*.md`; all files when left out. */
  readonly include?: readonly string[];
  /** Patterns of files and folders to leave out in folders. */
  readonly exclude?: readonly string[];
  /** Whether files that a `.gitignore` names are left out in folders; default true. */
  readonly gitignore?: boolean;
}

/** A file to read, or one that a folder holds and that is left out. */
export interface FoundFile extends FileToRead {
  readonly kind: FileKind;
  /** Whether it was named by itself. */
  readonly named: boolean;
  /** Why it is left out. */
  readonly leftOut?: LeftOut;
}

/** A file before it has its name among all. */
interface Candidate extends Located {
  readonly kind: FileKind;
  readonly named: boolean;
  readonly why?: Pick<LeftOut, "kind" | "reason">;
}

interface Walk {
  /** The folder that was given, as a real path. */
  readonly root: string;
  readonly patterns: NamePatterns;
  readonly signal: AbortSignal | undefined;
}

/**
 * The files at some paths, in the order of the paths, each once. A folder is for what is in it, sorted by
 * name, folders within it too, without hidden files, `node_modules`, and what a `.gitignore` names. Files
 * in it that are not read come as left out: other kinds, symbolic links, pipes, folders without permission.
 *
 * @throws PsiError `unreadable-input` for a path where nothing is, a folder that may not be read, or one
 * without a file to read; `invalid-option`.
 */
export async function findFiles(
  paths: readonly string[],
  options: FindOptions = {},
  signal?: AbortSignal,
): Promise<readonly FoundFile[]> {
  const { include, exclude, gitignore = true } = options;
  const patterns = namePatterns(include, exclude);
  const found = new Map<string, Candidate>();
  for (const path of paths) {
    signal?.throwIfAborted();
    const { stats, real } = await lookUp(path);
    const candidates = stats.isDirectory()
      ? await candidatesIn({ root: real, patterns, signal }, path, gitignore)
      : [namedFile(path, real, stats)];
    for (const candidate of candidates) {
      const known = found.get(candidate.path);
      // A file that a folder leaves out may be named by itself.
      if (known === undefined || known.why !== undefined) found.set(candidate.path, candidate);
    }
  }
  const all = [...found.values()];
  const sources = sourcesOf(all);
  return all.map(({ path, kind, named, why }, i) => {
    const source = sources[i] as string;
    return { path, source, kind, named, ...(why && { leftOut: { source, ...why } }) };
  });
}

async function lookUp(path: string): Promise<{ readonly stats: Stats; readonly real: string }> {
  try {
    return { stats: await stat(path), real: await realpath(path) };
  } catch (cause) {
    throw systemError(path, cause);
  }
}

function namedFile(path: string, real: string, stats: Stats): Candidate {
  if (stats.isFile()) {
    const name = basename(path);
    return { path: real, root: dirname(real), inner: name, kind: kindOf(name), named: true };
  }
  const reason = "is neither a file nor a folder. Name a file or a folder.";
  throw new UnreadableError({ source: path, kind: "not-a-file", reason });
}

async function candidatesIn(
  walk: Walk,
  path: string,
  gitignore: boolean,
): Promise<readonly Candidate[]> {
  const rules = gitignore ? await ignoreRules(walk.root) : noRules;
  const candidates: Candidate[] = [];
  for await (const candidate of filesBelow("", await entriesOf(walk.root, path), rules, walk)) {
    candidates.push(candidate);
  }
  if (candidates.some(({ why }) => why === undefined)) return candidates;
  const others = candidates.length === 0 ? "" : ` Of ${candidates.length} others none is read.`;
  const reason = `holds no file to read.${others} Files are read that end in ${knownExtensions()}; name files of other kinds one by one.`;
  throw new UnreadableError({ source: path, kind: "missing", reason });
}

/** @param prefix the path from the root to the folder, with a slash at its end; empty for the root. */
async function* filesBelow(
  prefix: string,
  entries: readonly Dirent[],
  rules: IgnoreRules,
  walk: Walk,
): AsyncGenerator<Candidate, void, undefined> {
  const { root, patterns, signal } = walk;
  for (const entry of entries) {
    signal?.throwIfAborted();
    const inner = prefix + entry.name;
    const path = join(root, inner);
    if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
    if (rules.ignores(path, entry.isDirectory())) continue;
    if (entry.isDirectory()) {
      if (!patterns.excludes(inner)) yield* folderFiles(inner, rules, walk);
    } else if (patterns.wants(inner)) yield describe(entry, { path, root, inner });
  }
}

async function* folderFiles(
  inner: string,
  rules: IgnoreRules,
  walk: Walk,
): AsyncGenerator<Candidate, void, undefined> {
  const path = join(walk.root, inner);
  try {
    const entries = await entriesOf(path, inner);
    yield* filesBelow(`${inner}/`, entries, await rules.within(path), walk);
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    const { kind, reason } = error.leftOut;
    const folder = { path, root: walk.root, inner: `${inner}/` };
    yield { ...folder, kind: "unknown", named: false, why: { kind, reason } };
  }
}

function describe(entry: Dirent, located: Located): Candidate {
  const kind = kindOf(entry.name);
  const candidate = { ...located, kind, named: false };
  if (entry.isSymbolicLink()) {
    const reason = "is a symbolic link, which is not followed.";
    return { ...candidate, why: { kind: "not-a-file", reason } };
  }
  if (!entry.isFile()) {
    return { ...candidate, why: { kind: "not-a-file", reason: "is not a regular file." } };
  }
  if (kind !== "unknown") return candidate;
  return { ...candidate, why: { kind: "format", reason: unknownKindReason(entry.name) } };
}

/** A folder's entries, sorted by UTF-16 units, so that all machines agree. */
async function entriesOf(path: string, source: string): Promise<readonly Dirent[]> {
  try {
    const entries = await readdir(path, { withFileTypes: true });
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (cause) {
    throw systemError(source, cause);
  }
}
