import {
  type BridgeData,
  type BuildBridgeOptions,
  buildBridge,
  loadBridge,
  type NameExtractor,
  saveBridge,
} from "@psi/bridge";
import {
  type Abstracter,
  type IndexStore,
  indexedText,
  isPsiError,
  plainText,
  type Tokenizer,
  titleOf,
} from "@psi/core";
import { bm25, loadBm25, saveBm25 } from "@psi/sparse";
import type { BuildOptions, BuildProgress } from "../options.js";
import {
  blobHash,
  bridgeKey,
  contentHash,
  HEAD_KEY,
  passageKey,
  readingsKey,
  snapshotKey,
  sparseKey,
} from "../store/keys.js";
import type { Newest } from "../store/newest.js";
import { encodeJson, writeChanged } from "../store/pieces.js";
import { encodeSnapshot, FORMAT, type Snapshot } from "../store/snapshot.js";
import type { EmbedderPart } from "./embed-texts.js";
import { equalTexts } from "./equal-texts.js";
import { growSnapshotTree } from "./grow-snapshot-tree.js";
import { passagesOf } from "./passages-of.js";
import type { StoredPassage } from "./prepare-passages.js";

type PreviousBridge = NonNullable<BuildBridgeOptions["previous"]>;

/** The parts that a build needs. */
export interface BuildParts {
  /** Undefined for an index of words alone. */
  readonly embedder: EmbedderPart | undefined;
  readonly abstracter: Abstracter | undefined;
  readonly tokenizer: Tokenizer;
  /** Undefined for an index without links. */
  readonly names: NameExtractor | undefined;
  readonly maxChildren: number;
}

/** Which passages the index shall hold, in order; those that are new come with their content. */
export interface Contents {
  readonly ids: readonly string[];
  readonly hashes: readonly string[];
  readonly fresh: ReadonlyMap<string, StoredPassage>;
}

/** The state that a build starts from. */
export interface Previous extends Newest {
  /** Undefined without links, and where they are damaged. */
  readonly bridge: BridgeData | undefined;
}

/** What a build did. */
export interface BuildOutcome {
  readonly snapshot: Snapshot;
  readonly embedded: number;
  readonly abstractsWritten: number;
}

/**
 * The recipe: passages, vectors, spanning tree, shape, abstracts, vectors of abstracts, words; and last, in
 * one transaction, the snapshot that names them all and the head that names the snapshot. Each step looks
 * for its pieces first, so a build that was stopped anywhere goes on where it was. A damaged piece is made
 * again.
 */
export async function buildIndex(
  contents: Contents,
  parts: BuildParts,
  previous: Previous | undefined,
  store: IndexStore,
  options: BuildOptions & { readonly onNote: (note: string) => void },
): Promise<BuildOutcome> {
  const report = (stage: BuildProgress["stage"], done: number, total: number): void =>
    options.onProgress?.({ stage, done, total });
  report("passages", 0, contents.ids.length);
  const passages = await storedPassages(contents, store);
  report("passages", contents.ids.length, contents.ids.length);
  const texts = passages.map(indexedText);
  const grown =
    parts.embedder === undefined || passages.length === 0
      ? undefined
      : await growSnapshotTree({ passages, texts }, parts.embedder, parts, store, {
          ...options,
          report,
          ...dimensionsOf(previous, parts.embedder),
        });
  options.signal?.throwIfAborted();
  report("words", 0, 1);
  const sparse = await storeWords(contents.hashes, texts, parts.tokenizer, store);
  const bridge =
    parts.names &&
    (await storeLinks(
      contents.hashes,
      passages,
      { names: parts.names, tokenizer: parts.tokenizer },
      previous,
      store,
    ));
  report("words", 1, 1);
  const snapshot: Snapshot = {
    created: new Date().toISOString(),
    ids: contents.ids,
    passages: contents.hashes,
    copies: equalTexts(texts),
    tokenizer: parts.tokenizer.name,
    sparse,
    names: parts.names?.name,
    bridge,
    tree: grown?.tree,
  };
  await commit(snapshot, previous, store);
  const { embedded = 0, abstractsWritten = 0 } = grown ?? {};
  return { snapshot, embedded, abstractsWritten };
}

/** The width of the vectors that an index has of an embedder. */
export function dimensionsOf(
  previous: Newest | undefined,
  { name }: EmbedderPart,
): { readonly dimensions?: number } {
  const tree = previous?.snapshot.tree;
  return tree?.embedder === name ? { dimensions: tree.dimensions } : {};
}

/**
 * All passages, those that are new written first. All texts are held until the build is done: shape, abstracts
 * and words each need every one of them.
 */
async function storedPassages(
  contents: Contents,
  store: IndexStore,
): Promise<readonly StoredPassage[]> {
  const fresh = [...contents.fresh];
  await writeChanged(
    store,
    fresh.map(([hash, passage]) => ({ key: passageKey(hash), bytes: encodeJson(passage) })),
  );
  return passagesOf(contents, store);
}

/** Indexes the words, unless the same passages were indexed before. Returns the piece's hash. */
async function storeWords(
  hashes: readonly string[],
  texts: readonly string[],
  tokenizer: Tokenizer,
  store: IndexStore,
): Promise<string> {
  const hash = contentHash("sparse", tokenizer.name, hashes);
  const key = sparseKey(hash);
  const [stored] = await store.read([key]);
  if (!isIntact(stored, (bytes) => loadBm25(bytes, { tokenizer }))) {
    await store.write([{ key, bytes: saveBm25(bm25(texts, { tokenizer })) }]);
  }
  return hash;
}

/**
 * Links passages over their names, unless the same passages were linked before; of those that were in the
 * index before nothing is read again. Returns the piece's hash.
 */
async function storeLinks(
  hashes: readonly string[],
  passages: readonly StoredPassage[],
  parts: { readonly names: NameExtractor; readonly tokenizer: Tokenizer },
  previous: Previous | undefined,
  store: IndexStore,
): Promise<string> {
  const hash = contentHash("bridge", parts.names.name, parts.tokenizer.name, hashes);
  const [stored] = await store.read([bridgeKey(hash)]);
  if (isIntact(stored, loadBridge)) return hash;
  const named = passages.map((passage) => ({ title: titleOf(passage), text: plainText(passage) }));
  const before = previous && (await bridgeBefore(hashes, previous, store));
  const built = buildBridge(named, { ...parts, ...(before && { previous: before }) });
  await store.write([
    { key: bridgeKey(hash), bytes: saveBridge(built) },
    { key: readingsKey(hash), bytes: built.readings },
  ]);
  return hash;
}

/** Whether a piece is there and can be loaded. */
function isIntact(
  stored: Uint8Array | undefined,
  load: (bytes: Uint8Array) => unknown,
): stored is Uint8Array {
  if (stored === undefined) return false;
  try {
    load(stored);
    return true;
  } catch (error) {
    if (isPsiError(error, "corrupt-index")) return false;
    throw error;
  }
}

/** The links before a change; undefined without any, and where what was read for them was not kept. */
async function bridgeBefore(
  hashes: readonly string[],
  { bridge, snapshot }: Previous,
  store: IndexStore,
): Promise<PreviousBridge | undefined> {
  if (bridge === undefined || snapshot.bridge === undefined) return undefined;
  const [readings] = await store.read([readingsKey(snapshot.bridge)]);
  if (readings === undefined) return undefined;
  const rows = new Map(snapshot.passages.map((hash, row) => [hash, row]));
  return { bridge, readings, rows: hashes.map((hash) => rows.get(hash) ?? -1) };
}

/**
 * Makes a snapshot the newest, in one transaction. The one before it and its words go at the same time: both
 * are read whole when an index is opened, so no reader comes back for them.
 */
async function commit(
  snapshot: Snapshot,
  previous: Newest | undefined,
  store: IndexStore,
): Promise<void> {
  const bytes = encodeSnapshot(snapshot);
  const hash = blobHash(bytes);
  const outdated = previous === undefined ? [] : namedBy(previous.hash, previous.snapshot);
  const current = namedBy(hash, snapshot);
  await store.write([
    { key: snapshotKey(hash), bytes },
    { key: HEAD_KEY, bytes: encodeJson({ format: FORMAT, snapshot: hash }) },
    ...outdated.filter((key) => !current.includes(key)).map((key) => ({ key })),
  ]);
}

/** The pieces that only one snapshot has: itself, its words, its links. */
function namedBy(hash: string, { sparse, bridge }: Snapshot): readonly string[] {
  const links = bridge === undefined ? [] : [bridgeKey(bridge), readingsKey(bridge)];
  return [snapshotKey(hash), sparseKey(sparse), ...links];
}
