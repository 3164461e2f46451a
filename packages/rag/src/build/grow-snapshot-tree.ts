import type { Abstracter, CallOptions, IndexStore, Matrix } from "@psi/core";
import { allocateMatrix, type Edges, growTree, psiTree } from "@psi/tree";
import type { BuildProgress } from "../options.js";
import { embeddingKey } from "../store/keys.js";
import { damaged } from "../store/pieces.js";
import type { SnapshotTree } from "../store/snapshot.js";
import { decodeVector, readVectors } from "../store/vectors.js";
import { type EmbedderPart, embedTexts } from "./embed-texts.js";
import type { StoredPassage } from "./prepare-passages.js";
import { writeAbstracts } from "./write-abstracts.js";

/** The passages, and their texts as they are embedded. */
interface Leaves {
  readonly passages: readonly StoredPassage[];
  readonly texts: readonly string[];
}

export interface GrowOptions extends CallOptions {
  /** The width of the vectors that the index has of this embedder. */
  readonly dimensions?: number;
  readonly report: (stage: BuildProgress["stage"], done: number, total: number) => void;
  readonly onNote: (note: string) => void;
}

export interface GrownSnapshotTree {
  readonly tree: SnapshotTree;
  readonly embedded: number;
  readonly abstractsWritten: number;
}

/** Vectors, shape, abstracts and their vectors: the part of a snapshot that needs an embedder. */
export async function growSnapshotTree(
  leaves: Leaves,
  embedder: EmbedderPart,
  parts: { readonly abstracter: Abstracter | undefined; readonly maxChildren: number },
  store: IndexStore,
  options: GrowOptions,
): Promise<GrownSnapshotTree> {
  const { report, onNote, signal, dimensions } = options;
  const { hashes, embedded } = await embedTexts(leaves.texts, embedder, store, {
    onNote,
    ...(signal && { signal }),
    ...(dimensions !== undefined && { dimensions }),
    onProgress: (done, total) => report("embed", done, total),
    nameOf: (index) => `passage "${leaves.passages[index]?.id}"`,
  });
  const vectors = allocateMatrix(hashes.length, await widthOf(store, hashes[0] as string));
  await readVectors(store, hashes, vectors);
  const grown = growTree(vectors, {
    maxChildren: parts.maxChildren,
    onProgress: (done, total) => report("shape", done, total),
    ...(signal && { signal }),
  });
  const shape = {
    ...grown,
    embedder: embedder.name,
    dimensions: vectors.dimensions,
    maxChildren: parts.maxChildren,
    embeddings: hashes,
  };
  if (parts.abstracter === undefined) {
    const tree = { ...shape, abstracter: undefined, abstracts: [], abstractEmbeddings: [] };
    return { tree, embedded, abstractsWritten: 0 };
  }
  const above = await nameParents(
    leaves,
    vectors,
    grown,
    parts.abstracter,
    embedder,
    store,
    options,
  );
  return {
    tree: { ...shape, abstracter: parts.abstracter.name, ...above.hashes },
    embedded: embedded + above.embedded,
    abstractsWritten: above.written,
  };
}

/** Abstracts for all parents, and their vectors. */
async function nameParents(
  { passages, texts }: Leaves,
  vectors: Matrix,
  { hierarchy }: { readonly edges: Edges; readonly hierarchy: SnapshotTree["hierarchy"] },
  abstracter: Abstracter,
  embedder: EmbedderPart,
  store: IndexStore,
  { report, onNote, signal }: GrowOptions,
): Promise<{
  readonly hashes: Pick<SnapshotTree, "abstracts" | "abstractEmbeddings">;
  readonly embedded: number;
  readonly written: number;
}> {
  const call = { onNote, ...(signal && { signal }) };
  const writer = abstracter.forCorpus?.(texts) ?? abstracter;
  const written = await writeAbstracts(passages, psiTree(hierarchy, vectors), writer, store, {
    ...call,
    onProgress: (done, total) => report("abstract", done, total),
  });
  const { hashes, embedded } = await embedTexts(written.texts, embedder, store, {
    ...call,
    dimensions: vectors.dimensions,
    onProgress: (done, total) => report("embed abstracts", done, total),
    nameOf: (index) => `abstract ${index}`,
  });
  return {
    hashes: { abstracts: written.hashes, abstractEmbeddings: hashes },
    embedded,
    written: written.written,
  };
}

async function widthOf(store: IndexStore, hash: string): Promise<number> {
  const key = embeddingKey(hash);
  const [bytes] = await store.read([key]);
  const vector = decodeVector(bytes);
  if (vector === undefined) throw damaged(key);
  return vector.length;
}
