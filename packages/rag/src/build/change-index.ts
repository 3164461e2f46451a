import { type IndexStore, PsiError } from "@psi/core";
import type { IndexState } from "../index-state.js";
import type { BuildOptions } from "../options.js";
import type { Parts } from "../parts.js";
import type { BuildReport } from "../psi-index.js";
import type { LoadedIndex } from "../search/loaded-index.js";
import { buildIndex, type Contents } from "./build-index.js";
import type { ChangeContents } from "./change-contents.js";
import { compareContents } from "./compare-contents.js";
import { hasDamagedTexts } from "./damaged-texts.js";

/** A change, from the newest state to the next; nothing is written when nothing changes. */
export async function changeIndex(
  changeOf: ChangeContents,
  state: IndexState,
  parts: Parts,
  store: IndexStore,
  options: BuildOptions,
): Promise<BuildReport> {
  const begun = performance.now();
  const { newest, loaded, damage } = state.current();
  const held = newest?.snapshot;
  const {
    contents,
    ids,
    blank,
    notes: noted,
  } = changeOf(() => {
    if (held === undefined && damage !== undefined) throw damage;
    return held;
  });
  const notes: string[] = [];
  const onNote = (note: string): void => {
    notes.push(note);
    options.onNote?.(note);
  };
  noted.forEach(onNote);
  const report = (nodes: number, paid = { embedded: 0, abstractsWritten: 0 }): BuildReport => ({
    ids,
    blank,
    ...compareContents(held, contents),
    passages: contents.ids.length,
    nodes,
    ...paid,
    notes,
    seconds: (performance.now() - begun) / 1000,
  });
  if (loaded !== undefined && (await isDone(contents, loaded, parts, store))) {
    return report(loaded.tree?.parents.length ?? contents.ids.length);
  }
  if (held === undefined && damage === undefined && contents.ids.length === 0) return report(0);
  if (held?.tree !== undefined && parts.embedder === undefined) {
    throw new PsiError(
      "incompatible-index",
      `The index has vectors of the embedder "${held.tree.embedder}". Open it with that embedder to change it.`,
    );
  }
  const previous = newest && { ...newest, bridge: loaded?.bridge };
  const built = await buildIndex(contents, parts, previous, store, { ...options, onNote });
  await state.renew();
  return report(built.snapshot.tree?.hierarchy.parents.length ?? contents.ids.length, {
    embedded: built.embedded,
    abstractsWritten: built.abstractsWritten,
  });
}

/** Whether a build would make the snapshot that is there already, and all its pieces are intact. */
async function isDone(
  contents: Contents,
  { snapshot }: LoadedIndex,
  parts: Parts,
  store: IndexStore,
): Promise<boolean> {
  const { tree, passages } = snapshot;
  const samePassages =
    passages.length === contents.hashes.length &&
    passages.every((hash, i) => hash === contents.hashes[i]);
  const sameParts =
    passages.length === 0 ||
    (snapshot.names === parts.names?.name &&
      tree?.embedder === parts.embedder?.name &&
      (tree === undefined ||
        (tree.abstracter === parts.abstracter?.name && tree.maxChildren === parts.maxChildren)));
  const current = snapshot.copies !== undefined;
  return samePassages && sameParts && current && !(await hasDamagedTexts(snapshot, store));
}
