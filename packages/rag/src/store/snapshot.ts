import { type Hierarchy, PsiError } from "@psi/core";
import type { Edges } from "@psi/tree";
import { HASH_BYTES } from "./keys.js";

/** The version of the layout below. A newer one is refused, never guessed at. */
export const FORMAT = 1;

/** The tree of a snapshot: its shape, the spanning tree that it was grown from, and the pieces it needs. */
export interface SnapshotTree {
  readonly embedder: string;
  readonly dimensions: number;
  readonly abstracter: string | undefined;
  readonly maxChildren: number;
  /** Kept so that a later change can update it instead of starting again. */
  readonly edges: Edges;
  readonly hierarchy: Hierarchy;
  /** One a leaf. */
  readonly embeddings: readonly string[];
  /** One a parent; empty without an abstracter. */
  readonly abstracts: readonly string[];
  /** One a parent: the vector of its abstract. */
  readonly abstractEmbeddings: readonly string[];
}

/** One committed state of an index: which passages, in which order, and the pieces made from them. */
export interface Snapshot {
  readonly created: string;
  /** Ids and hashes of the passages, in the order of the leaves. */
  readonly ids: readonly string[];
  readonly passages: readonly string[];
  /**
   * Pairs of rows: a passage whose text an earlier one has, and the first that has it. Undefined in a snapshot
   * of an earlier version.
   */
  readonly copies: Uint32Array | undefined;
  readonly tokenizer: string;
  readonly sparse: string;
  /** The name extractor, and the piece with the links; undefined in an index without links. */
  readonly names: string | undefined;
  readonly bridge: string | undefined;
  /** Undefined in an index of words alone. */
  readonly tree: SnapshotTree | undefined;
}

/** Layout: length of the header (uint32), header (JSON: what is small, ids, section lengths), sections. */
export function encodeSnapshot(snapshot: Snapshot): Uint8Array {
  const { tree, passages, copies, ...small } = snapshot;
  const sections: Record<string, Uint8Array> = { passages: packHashes(passages) };
  if (copies !== undefined) sections.copies = bytesOf(copies);
  if (tree !== undefined) {
    sections.from = bytesOf(tree.edges.from);
    sections.to = bytesOf(tree.edges.to);
    sections.similarity = bytesOf(tree.edges.similarity);
    sections.parents = bytesOf(tree.hierarchy.parents);
    sections.layers = tree.hierarchy.layers;
    sections.embeddings = packHashes(tree.embeddings);
    sections.abstracts = packHashes(tree.abstracts);
    sections.abstractEmbeddings = packHashes(tree.abstractEmbeddings);
  }
  const header = Buffer.from(
    JSON.stringify({
      format: FORMAT,
      ...small,
      tree: tree && {
        embedder: tree.embedder,
        dimensions: tree.dimensions,
        abstracter: tree.abstracter,
        maxChildren: tree.maxChildren,
        leafCount: tree.hierarchy.leafCount,
      },
      sections: Object.entries(sections).map(([name, bytes]) => [name, bytes.length]),
    }),
  );
  const length = Buffer.alloc(4);
  length.writeUInt32LE(header.length);
  return Buffer.concat([length, header, ...Object.values(sections)]);
}

/** @throws PsiError `corrupt-index`, `incompatible-index` for a format that this version does not know. */
export function decodeSnapshot(bytes: Uint8Array): Snapshot {
  try {
    return decode(bytes);
  } catch (error) {
    if (error instanceof PsiError) throw error;
    throw new PsiError(
      "corrupt-index",
      "The index's newest state can't be read. Restore it from a copy, or index again.",
      {
        cause: error,
      },
    );
  }
}

function decode(bytes: Uint8Array): Snapshot {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = 4 + buffer.readUInt32LE(0);
  const { format, sections, tree, ...small } = JSON.parse(
    buffer.toString("utf8", 4, start),
  ) as Header;
  checkFormat(format);
  let offset = start;
  const parts = new Map<string, Uint8Array>();
  for (const [name, length] of sections) {
    parts.set(name, buffer.subarray(offset, offset + length));
    offset += length;
  }
  if (offset !== buffer.length)
    throw new RangeError(`${buffer.length} bytes where ${offset} are expected`);
  // A copy starts at an aligned offset, which a typed array of wider numbers needs.
  const section = (name: string): Uint8Array => new Uint8Array(parts.get(name) as Uint8Array);
  const passages = unpackHashes(section("passages"));
  const copies = parts.has("copies") ? new Uint32Array(section("copies").buffer) : undefined;
  if (tree === undefined) return { ...small, passages, copies, tree: undefined };
  const { leafCount, ...rest } = tree;
  return {
    ...small,
    passages,
    copies,
    tree: {
      ...rest,
      edges: {
        from: new Uint32Array(section("from").buffer),
        to: new Uint32Array(section("to").buffer),
        similarity: new Float32Array(section("similarity").buffer),
      },
      hierarchy: {
        leafCount,
        parents: new Int32Array(section("parents").buffer),
        layers: section("layers"),
      },
      embeddings: unpackHashes(section("embeddings")),
      abstracts: unpackHashes(section("abstracts")),
      abstractEmbeddings: unpackHashes(section("abstractEmbeddings")),
    },
  };
}

interface Header extends Omit<Snapshot, "passages" | "copies" | "tree"> {
  readonly format: number;
  readonly sections: readonly (readonly [string, number])[];
  readonly tree?: Pick<SnapshotTree, "embedder" | "dimensions" | "abstracter" | "maxChildren"> & {
    readonly leafCount: number;
  };
}

/** @throws PsiError `incompatible-index` */
export function checkFormat(format: unknown): void {
  if (format === FORMAT) return;
  throw new PsiError(
    "incompatible-index",
    `The index has format ${String(format)}; this version reads format ${FORMAT}. Use the version that made it, or index again.`,
  );
}

function bytesOf(array: Uint32Array | Int32Array | Float32Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

function packHashes(hashes: readonly string[]): Uint8Array {
  return Buffer.from(hashes.join(""), "hex");
}

function unpackHashes(bytes: Uint8Array): readonly string[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("hex");
  const width = 2 * HASH_BYTES;
  return Array.from({ length: text.length / width }, (_, i) =>
    text.slice(i * width, (i + 1) * width),
  );
}
