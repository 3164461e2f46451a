import { basename, dirname } from "node:path";

/** A file, and the folder that its name is relative to. */
export interface Located {
  /** Where the file lies: a real, absolute path. */
  readonly path: string;
  /** The folder that was given; of a file that was named by itself, the folder that it is in. */
  readonly root: string;
  /** The path from that folder, with forward slashes. */
  readonly inner: string;
}

/**
 * What files are called in ids: their path from the folder that was given, in Unicode's composed form. Where
 * files of several folders would have one name, the names of the folders above are put in front of each, as
 * many as tell them apart: "docs/a.md" and "notes/a.md". Does not depend on the working directory.
 */
export function sourcesOf(files: readonly Located[]): readonly string[] {
  const sources = composedNames(files);
  const above = files.map(({ root }) => root);
  for (let alike = repeated(sources); alike.length > 0; alike = repeated(sources)) {
    let changed = false;
    for (const i of alike) {
      const folder = above[i] as string;
      if (basename(folder) === "") continue;
      sources[i] = `${basename(folder).normalize("NFC")}/${sources[i]}`;
      above[i] = dirname(folder);
      changed = true;
    }
    if (!changed) break;
  }
  return sources;
}

/** Names in composed form, except where that is the name of another file. */
function composedNames(files: readonly Located[]): string[] {
  const key = (root: string, inner: string): string => `${root}\0${inner}`;
  const written = new Set(files.map(({ root, inner }) => key(root, inner)));
  return files.map(({ root, inner }) => {
    const composed = inner.normalize("NFC");
    return written.has(key(root, composed)) ? inner : composed;
  });
}

/** The places of all that are in a list more than once. */
function repeated(names: readonly string[]): readonly number[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return names.flatMap((name, i) => ((counts.get(name) ?? 0) > 1 ? [i] : []));
}
