import {
  type Abstract,
  type Abstracter,
  type AbstractGroup,
  abortable,
  type CallOptions,
  dot,
  type IndexStore,
  isPsiError,
  PsiError,
  type PsiTree,
  row as rowOf,
  titleOf,
} from "@psi/core";
import { asAbstract, decodeAbstract } from "../store/abstracts.js";
import { abstractKey, contentHash, paidAbstractHash } from "../store/keys.js";
import { encodeJson, readInBlocks, writeChanged } from "../store/pieces.js";
import { concurrently } from "./concurrently.js";
import type { StoredPassage } from "./prepare-passages.js";

export interface WriteAbstractsOptions extends CallOptions {
  readonly onProgress: (done: number, total: number) => void;
  readonly onNote: (note: string) => void;
}

export interface WrittenAbstracts {
  /** The key of each parent's abstract, in order of rows. */
  readonly hashes: readonly string[];
  readonly texts: readonly string[];
  /** How many were asked of a model now. */
  readonly written: number;
}

/**
 * Gives every parent its abstract, layer by layer from the leaves up, since a layer's texts are what the
 * next one condenses. Paid abstracts are looked up first and stored one by one as they come; free ones are
 * made again, which costs less than to know whether they still apply, and stored under their own content.
 *
 * @throws PsiError `model-failed`; the abstracts written before it are kept. The signal's reason, also while
 * the abstracter hangs.
 */
export async function writeAbstracts(
  passages: readonly StoredPassage[],
  tree: PsiTree,
  abstracter: Abstracter,
  store: IndexStore,
  options: WriteAbstractsOptions,
): Promise<WrittenAbstracts> {
  const leaves = tree.leafCount;
  const total = tree.parents.length - leaves;
  const abstracts: Abstract[] = [];
  const hashes: string[] = [];
  let written = 0;
  const keep = (row: number, hash: string, abstract: Abstract): void => {
    abstracts[row - leaves] = abstract;
    hashes[row - leaves] = hash;
    for (const note of abstract.notes)
      options.onNote(`Abstract in layer ${tree.layers[row]}: ${note}`);
  };
  const groupOf = (row: number): AbstractGroup => groupAt(tree, row, passages, abstracts);
  for (const rows of parentRows(tree)) {
    const finished = (rows[0] as number) - leaves;
    const report = (done: number): void => options.onProgress(finished + done, total);
    if (abstracter.free) await makeFree(rows, groupOf, abstracter, store, keep, report, options);
    else written += await askForPaid(rows, groupOf, abstracter, store, keep, report, options);
  }
  return { hashes, texts: abstracts.map(({ text }) => text), written };
}

type Keep = (row: number, hash: string, abstract: Abstract) => void;
type GroupOf = (row: number) => AbstractGroup;

async function makeFree(
  rows: readonly number[],
  groupOf: GroupOf,
  abstracter: Abstracter,
  store: IndexStore,
  keep: Keep,
  report: (done: number) => void,
  options: CallOptions,
): Promise<void> {
  const entries: { readonly key: string; readonly bytes: Uint8Array }[] = [];
  for (const [done, row] of rows.entries()) {
    options.signal?.throwIfAborted();
    const abstract = await checked(abstracter, groupOf(row), options);
    const hash = contentHash("free abstract", abstract.text, abstract.notes);
    entries.push({ key: abstractKey(hash), bytes: encodeJson(abstract) });
    keep(row, hash, abstract);
    report(done + 1);
  }
  await writeChanged(store, entries);
}

async function askForPaid(
  rows: readonly number[],
  groupOf: GroupOf,
  abstracter: Abstracter,
  store: IndexStore,
  keep: Keep,
  report: (done: number) => void,
  options: CallOptions,
): Promise<number> {
  const hashes = rows.map((row) => paidAbstractHash(abstracter.name, groupOf(row)));
  const missing = new Map<string, number[]>();
  await readInBlocks(store, hashes.map(abstractKey), (bytes, i) => {
    const hash = hashes[i] as string;
    const row = rows[i] as number;
    const stored = decodeAbstract(bytes);
    if (stored !== undefined) keep(row, hash, stored);
    else missing.set(hash, [...(missing.get(hash) ?? []), row]);
  });
  let done = rows.length - [...missing.values()].flat().length;
  report(done);
  // Groups of equal texts are one piece, paid once.
  await concurrently([...missing], abstracter.concurrency ?? 1, async ([hash, same]) => {
    options.signal?.throwIfAborted();
    const abstract = await checked(abstracter, groupOf(same[0] as number), options);
    await store.write([{ key: abstractKey(hash), bytes: encodeJson(abstract) }]);
    for (const row of same) keep(row, hash, abstract);
    done += same.length;
    report(done);
  });
  return missing.size;
}

async function checked(
  abstracter: Abstracter,
  group: AbstractGroup,
  options: CallOptions,
): Promise<Abstract> {
  const call = options.signal === undefined ? {} : { signal: options.signal };
  let given: unknown;
  try {
    given = await abortable(options.signal, async () => abstracter.abstract(group, call));
  } catch (error) {
    options.signal?.throwIfAborted();
    if (isPsiError(error)) throw error;
    throw failed(abstracter, error instanceof Error ? error.message : String(error), error);
  }
  const abstract = asAbstract(given);
  if (abstract === undefined) {
    throw failed(abstracter, "it returned no text, or notes that are no list of texts");
  }
  return abstract;
}

function failed(abstracter: Abstracter, reason: string, cause?: unknown): PsiError {
  return new PsiError(
    "model-failed",
    `The abstracter ${abstracter.name} failed: ${reason}. Abstracts that were written before are kept: fix it and run the same again.`,
    { cause },
  );
}

/** The rows of each layer of parents, lowest first. Rows are numbered layer by layer. */
export function parentRows({
  leafCount,
  layers,
}: Pick<PsiTree, "leafCount" | "layers">): readonly (readonly number[])[] {
  const byLayer: number[][] = [];
  for (let row = leafCount; row < layers.length; row++) {
    const layer = layers[row] as number;
    byLayer[layer - 1] ??= [];
    (byLayer[layer - 1] as number[]).push(row);
  }
  return byLayer;
}

/** The children of a node as an abstracter sees them. */
export function groupAt(
  tree: PsiTree,
  row: number,
  passages: readonly StoredPassage[],
  abstracts: readonly Pick<Abstract, "text">[],
): AbstractGroup {
  const children = [...tree.children(row)];
  const layer = tree.layers[row] as number;
  const center = rowOf(tree.vectors, row);
  const shared = {
    layer,
    centrality: children.map((child) => dot(rowOf(tree.vectors, child), center)),
  };
  if (layer > 1) {
    return {
      ...shared,
      texts: children.map((child) => (abstracts[child - tree.leafCount] as Abstract).text),
    };
  }
  const below = children.map((child) => passages[child] as StoredPassage);
  return {
    ...shared,
    texts: below.map(({ pageContent }) => pageContent),
    titles: below.map(titleOf),
  };
}
