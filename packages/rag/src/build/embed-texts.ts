import {
  type CallOptions,
  type Embedder,
  type IndexStore,
  isPsiError,
  PsiError,
  type StoreEntry,
} from "@psi/core";
import { embeddingHash, embeddingKey } from "../store/keys.js";
import { missingOf } from "../store/pieces.js";
import { encodeVector } from "../store/vectors.js";

/** Texts handed to an embedder at a time: what a crash can cost at most. */
const BLOCK = 64;

export interface EmbedderPart {
  readonly name: string;
  readonly embedder: Embedder;
}

export interface EmbedTextsOptions extends CallOptions {
  readonly onProgress: (done: number, total: number) => void;
  /** Told of texts that the embedder cut. */
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
 * @throws PsiError `embedder-failed`, `dimension-mismatch`, `bad-vector`; blocks before it are kept.
 */
export async function embedTexts(
  texts: readonly string[],
  part: EmbedderPart,
  store: IndexStore,
  options: EmbedTextsOptions,
): Promise<EmbeddedTexts> {
  const hashes = texts.map((text) => embeddingHash(part.name, text));
  const missing = await firstOfEach(store, hashes);
  let done = texts.length - missing.length;
  options.onProgress(done, texts.length);
  let writing: Promise<void> = Promise.resolve();
  for (let start = 0; start < missing.length; start += BLOCK) {
    options.signal?.throwIfAborted();
    const block = missing.slice(start, start + BLOCK);
    const entries = await embedBlock(block, texts, hashes, part, options);
    await writing;
    writing = store.write(entries);
    // A rejection is thrown by the await above or below, never left unhandled meanwhile.
    writing.catch(() => undefined);
    done += block.length;
    options.onProgress(done, texts.length);
  }
  await writing;
  return { hashes, embedded: missing.length };
}

/** The position of the first text with each hash that the store lacks. */
async function firstOfEach(
  store: IndexStore,
  hashes: readonly string[],
): Promise<readonly number[]> {
  const seen = new Set<string>();
  const absent = await missingOf(store, hashes.map(embeddingKey));
  return absent.filter((index) => {
    const hash = hashes[index] as string;
    if (seen.has(hash)) return false;
    seen.add(hash);
    return true;
  });
}

async function embedBlock(
  block: readonly number[],
  texts: readonly string[],
  hashes: readonly string[],
  { embedder, name }: EmbedderPart,
  { signal, onNote, nameOf }: EmbedTextsOptions,
): Promise<readonly StoreEntry[]> {
  const cut = ({ index, kept }: { readonly index: number; readonly kept: number }): void => {
    onNote(`The embedder read only the first ${kept} tokens of ${nameOf(block[index] as number)}.`);
  };
  // LangChain's contract has one argument; the local embedder takes the second, others ignore it.
  const embed = embedder.embedDocuments.bind(embedder) as (
    texts: string[],
    options: object,
  ) => Promise<number[][]>;
  const vectors = await embed(
    block.map((index) => texts[index] as string),
    { ...(signal && { signal }), onTruncated: cut },
  ).catch((error: unknown) => {
    signal?.throwIfAborted();
    throw isPsiError(error)
      ? error
      : embedderFailed(name, String((error as Error)?.message ?? error), error);
  });
  if (!Array.isArray(vectors) || vectors.length !== block.length) {
    throw embedderFailed(
      name,
      `it returned ${vectors?.length ?? "no"} vectors for ${block.length} texts`,
    );
  }
  return block.map((index, i) => ({
    key: embeddingKey(hashes[index] as string),
    bytes: encodeVector(vectors[i] as number[], nameOf(index)),
  }));
}

function embedderFailed(name: string, reason: string, cause?: unknown): PsiError {
  return new PsiError(
    "embedder-failed",
    `The embedder ${name} failed: ${reason}. What was embedded before is kept: mend it and run the same again.`,
    { cause },
  );
}
