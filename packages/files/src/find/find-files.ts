import type { Dirent, Stats } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { isAbsolute, join, normalize, relative, resolve, sep } from "node:path";
import type { FileToRead } from "../read/read-text.js";
import { systemError, unreadable } from "../read/unreadable.js";

/** How a file is read. */
export type FileKind = "text" | "markdown" | "json-lines" | "unknown";

/** A file to read, or one that a folder holds and that is left out. */
export interface FoundFile extends FileToRead {
  readonly kind: FileKind;
  /** Why it is left out. */
  readonly skipped?: string;
}

const kinds: Readonly<Record<string, FileKind>> = {
  txt: "text",
  text: "text",
  md: "markdown",
  markdown: "markdown",
  jsonl: "json-lines",
  ndjson: "json-lines",
};

/**
 * The files at some paths, in the order of the paths, each once. A folder stands for what is in it, sorted
 * by name, folders within it too, without hidden files, `node_modules` and symbolic links; files of other
 * kinds in it come as left out.
 *
 * @throws PsiError `unreadable-input` for a path where nothing is, a folder that may not be read, or one
 * without a file to read.
 */
export async function findFiles(
  paths: readonly string[],
  signal?: AbortSignal,
): Promise<readonly FoundFile[]> {
  const found = new Map<string, FoundFile>();
  for (const path of paths) {
    signal?.throwIfAborted();
    const source = sourceOf(path);
    const stats = await statsOf(path, source);
    const files = stats.isDirectory()
      ? await filesIn(path, source, signal)
      : [fileAt(path, source, stats)];
    for (const file of files) {
      const known = found.get(resolve(file.path));
      // A file that a folder leaves out may be named by itself.
      if (known === undefined || known.skipped !== undefined) found.set(resolve(file.path), file);
    }
  }
  return [...found.values()];
}

/**
 * What a file is called in ids: its path as given, tidied, with forward slashes; relative to the working
 * directory when it lies below it.
 */
function sourceOf(path: string): string {
  const below = isAbsolute(path) ? relative(process.cwd(), path) : path;
  const outside = below === ".." || below.startsWith(`..${sep}`) || isAbsolute(below);
  const tidy = normalize(isAbsolute(path) && outside ? path : below);
  return tidy
    .split(sep)
    .join("/")
    .replace(/(.)\/$/, "$1");
}

async function statsOf(path: string, source: string): Promise<Stats> {
  try {
    return await stat(path);
  } catch (cause) {
    throw systemError(source, cause);
  }
}

function fileAt(path: string, source: string, stats: Stats): FoundFile {
  if (stats.isFile()) return { path, source, kind: kindOf(source) };
  throw unreadable(`${source} is neither a file nor a folder. Name a file or a folder.`);
}

async function filesIn(
  path: string,
  source: string,
  signal?: AbortSignal,
): Promise<readonly FoundFile[]> {
  const files: FoundFile[] = [];
  for await (const file of walk(path, source === "." ? "" : source.replace(/\/?$/, "/"))) {
    signal?.throwIfAborted();
    files.push(file);
  }
  if (files.some(({ skipped }) => skipped === undefined)) return files;
  const known = Object.keys(kinds).map((extension) => `.${extension}`);
  throw unreadable(
    `The folder ${source} holds no file to read. Read are ${known.join(", ")}; name files of other kinds one by one.`,
  );
}

async function* walk(path: string, prefix: string): AsyncGenerator<FoundFile, void, undefined> {
  for (const entry of await entriesOf(path, prefix)) {
    const inner = { path: join(path, entry.name), source: prefix + entry.name };
    if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
    if (entry.isDirectory()) yield* walk(inner.path, `${inner.source}/`);
    else yield described(inner, entry);
  }
}

function described(file: FileToRead, entry: Dirent): FoundFile {
  const kind = kindOf(entry.name);
  if (entry.isSymbolicLink()) return { ...file, kind, skipped: "it is a symbolic link" };
  if (!entry.isFile()) return { ...file, kind, skipped: "it is no regular file" };
  if (kind === "unknown") return { ...file, kind, skipped: "files of its kind are not read" };
  return { ...file, kind };
}

/** A folder's entries, sorted by UTF-16 units, so that all machines agree. */
async function entriesOf(path: string, prefix: string): Promise<readonly Dirent[]> {
  try {
    const entries = await readdir(path, { withFileTypes: true });
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (cause) {
    throw systemError(prefix === "" ? "." : prefix, cause);
  }
}

function kindOf(name: string): FileKind {
  const extension = /\.([^./]+)$/.exec(name)?.[1]?.toLowerCase() ?? "";
  return Object.hasOwn(kinds, extension) ? (kinds[extension] as FileKind) : "unknown";
}
