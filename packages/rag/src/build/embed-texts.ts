import {
  abortable,
  type CallOptions,
  type Embedder,
  type IndexStore,
  isPsiError,
  isVector,
  PsiError,
  type StoreEntry,
} from "@psi/core";
import { embeddingHash, embeddingKey } from "../store/keys.js";
import { encodeVector, missingVectors } from "../store/vectors.js";

/** Texts that an embedder is given at a time: what a crash can cost at most. */
const BLOCK = 64;

/**
 * How often a store is asked what it lacks: once more than it takes to embed what is missing, and then what has
 * another width than the embedder's vectors turned out to have.
 */
const PASSES = 3;

export interface EmbedderPart {
  readonly name: string;
  readonly embedder: Embedder;
}

export interface EmbedTextsOptions extends CallOptions {
  /** The width of the index's vectors, where it has some. */
  readonly dimensions?: number;
  readonly onProgress: (done: number, total: number) => void;
  /** Hears of texts that the embedder cut. */
  readonly onNote: (note: string) => void;
  /** What text `index` belongs to, for notes and errors. */
  readonly nameOf: (index: number) => string;
}

export interface EmbeddedTexts {
  /** The key of each text's vector, in order. */
  readonly hashes: readonly string[];
  /** How many texts were embedded now. */
  readonly embedded: number;
}

/**
 * Sees to it that each text's vector is in the store. Only those that are missing are embedded, each text
 * once; every block is stored before the next but one is begun.
 *
 * All vectors get one width: that of the index, or else that of the first vector that the embedder returns. A
 * vector of another width is never stored; one that is stored already, or is damaged, is made again.
 *
 * @throws PsiError `embedder-failed`, `dimension-mismatch`, `bad-vector`; blocks before it are kept. The
 * signal's reason, also while the embedder hangs.
 */
export async function embedTexts(
  texts: readonly string[],
  part: EmbedderPart,
  store: IndexStore,
  options: EmbedTextsOptions,
): Promise<EmbeddedTexts> {
  const hashes = texts.map((text) => embeddingHash(part.name, text));
  const first = new Map<string, number>();
  hashes.forEach((hash, index) => {
    if (!first.has(hash)) first.set(hash, index);
  });
  const unique = [...first.keys()];
  let { dimensions } = options;
  let embedded = 0;
  for (let pass = 0; pass < PASSES; pass++) {
    const missing = (await missingVectors(store, unique, dimensions)).map((i): Wanted => {
      const hash = unique[i] as string;
      return { hash, index: first.get(hash) as number };
    });
    const known = texts.length - missing.length;
    options.onProgress(known, texts.length);
    if (missing.length === 0) return { hashes, embedded };
    dimensions = await embedMissing(missing, texts, part, store, {
      ...options,
      ...(dimensions !== undefined && { dimensions }),
      onProgress: (done) => options.onProgress(known + done, texts.length),
    });
    embedded += missing.length;
  }
  throw new PsiError(
    "store-failed",
    "Vectors that were written to the store are not there afterwards. Check the store.",
  );
}

/** A text to embed, and the hash under which its vector is kept. */
interface Wanted {
  readonly index: number;
  readonly hash: string;
}

/** Returns the width of the vectors. */
async function embedMissing(
  wanted: readonly Wanted[],
  texts: readonly string[],
  part: EmbedderPart,
  store: IndexStore,
  options: EmbedTextsOptions,
): Promise<number | undefined> {
  let { dimensions } = options;
  let writing: Promise<void> = Promise.resolve();
  for (let start = 0; start < wanted.length; start += BLOCK) {
    options.signal?.throwIfAborted();
    const block = wanted.slice(start, start + BLOCK);
    const vectors = await embedBlock(block, texts, part, options);
    dimensions ??= vectors[0]?.length;
    const entries = entriesOf(block, vectors, part.name, dimensions, options);
    await writing;
    writing = store.write(entries);
    // A rejection is thrown by the await above or below, never left unhandled meanwhile.
    writing.catch(() => undefined);
    options.onProgress(start + block.length, wanted.length);
  }
  await writing;
  return dimensions;
}

/** @throws PsiError `dimension-mismatch`, `bad-vector`: nothing of the block is kept */
function entriesOf(
  block: readonly Wanted[],
  vectors: readonly ArrayLike<number>[],
  embedder: string,
  dimensions: number | undefined,
  { nameOf }: EmbedTextsOptions,
): readonly StoreEntry[] {
  return block.map(({ index, hash }, i) => {
    const vector = vectors[i] as ArrayLike<number>;
    if (vector.length !== dimensions) {
      throw new PsiError(
        "dimension-mismatch",
        `The embedder ${embedder} returned ${vector.length} numbers for ${nameOf(index)}, where the other vectors have ${dimensions}. Use one embedder for an index. Two that have one name need an embedderName each.`,
      );
    }
    return { key: embeddingKey(hash), bytes: encodeVector(vector, nameOf(index)) };
  });
}

async function embedBlock(
  block: readonly Wanted[],
  texts: readonly string[],
  { embedder, name }: EmbedderPart,
  { signal, onNote, nameOf }: EmbedTextsOptions,
): Promise<readonly ArrayLike<number>[]> {
  const nameAt = (position: number): string => nameOf((block[position] as Wanted).index);
  const onTruncated = ({ index, kept }: { readonly index: number; readonly kept: number }): void =>
    onNote(`The embedder read only the first ${kept} tokens of ${nameAt(index)}.`);
  // LangChain's contract has one argument; the local embedder takes the second, others ignore it.
  const embed = embedder.embedDocuments.bind(embedder) as (
    texts: string[],
    options: object,
  ) => unknown;
  const wanted = block.map(({ index }) => texts[index] as string);
  let vectors: unknown;
  try {
    vectors = await abortable(signal, async () =>
      embed(wanted, { ...(signal && { signal }), onTruncated }),
    );
  } catch (error) {
    signal?.throwIfAborted();
    if (isPsiError(error)) throw error;
    throw embedderFailed(name, error instanceof Error ? error.message : String(error), error);
  }
  if (!Array.isArray(vectors) || vectors.length !== block.length) {
    const count = Array.isArray(vectors) ? vectors.length : "no";
    throw embedderFailed(name, `it returned ${count} vectors for ${block.length} texts`);
  }
  const broken = vectors.findIndex((vector) => !isVector(vector));
  if (broken < 0) return vectors;
  throw embedderFailed(name, `it returned no list of numbers for ${nameAt(broken)}`);
}

function embedderFailed(name: string, reason: string, cause?: unknown): PsiError {
  return new PsiError(
    "embedder-failed",
    `The embedder ${name} failed: ${reason}. What was embedded before is kept: fix the embedder and run the same again.`,
    { cause },
  );
}
