import { PsiError, type Tokenizer } from "@psi/core";
import { type Bm25Index, bm25Index, checkedOptions } from "./bm25.js";
import { byteReader, byteWriter, corruptIndex } from "./bytes.js";
import { readPostings, writePostings } from "./postings-store.js";

/*
 * Layout, little-endian:
 *
 *     0   "PSI-BM25"           8 bytes
 *     8   format number        4 bytes, now 2
 *     12  checksum of the rest 4 bytes, FNV-1a
 *     16  tokenizer's name, k1, b, postings (see postings-store.ts)
 */
const magic = new TextEncoder().encode("PSI-BM25");
/** Format 2: a row's counts may add up to more than its length, since words have further terms. */
const format = 2;
const bodyStart = 16;

/**
 * An index as bytes, to keep and load again. About 1.5 bytes a posting and 5 a term. O(postings).
 *
 * @throws PsiError `invalid-option` when the tokenizer made terms with half a surrogate pair, which have
 *   no bytes. Those of this package never do.
 */
export function saveBm25(index: Bm25Index): Uint8Array {
  const writer = byteWriter();
  for (const byte of magic) writer.whole(byte);
  // Room for the format number and the checksum.
  for (let i = magic.length; i < bodyStart; i++) writer.whole(0);
  writer.text(index.tokenizer.name);
  writer.float64(index.k1);
  writer.float64(index.b);
  writePostings(index.postings, writer);
  const bytes = writer.toBytes();
  const view = new DataView(bytes.buffer);
  view.setUint32(8, format, true);
  view.setUint32(12, checksum(bytes), true);
  return bytes;
}

/**
 * The index that was saved: the same hits and scores. O(postings).
 *
 * @param options.tokenizer the one that the index was built with; `multilingual()` when left out.
 * @throws PsiError `corrupt-index` for bytes that are cut, altered or something else;
 *   `incompatible-index` for a newer format or another tokenizer, naming both; `invalid-option`.
 */
export function loadBm25(
  bytes: Uint8Array,
  options: { readonly tokenizer?: Tokenizer } = {},
): Bm25Index {
  const { tokenizer } = checkedOptions(options);
  checkEnvelope(bytes);
  const reader = byteReader(bytes, bodyStart);
  const savedWith = reader.text();
  if (savedWith !== tokenizer.name) {
    throw new PsiError(
      "incompatible-index",
      `This index was built with the tokenizer ${JSON.stringify(savedWith)}, but is loaded with ${JSON.stringify(tokenizer.name)}. Load it with the first, or build it again with the second.`,
    );
  }
  const k1 = reader.float64();
  const b = reader.float64();
  if (!(k1 >= 0 && k1 <= 100 && b >= 0 && b <= 1))
    throw corruptIndex(`k1 ${k1} or b ${b} is out of range`);
  const postings = readPostings(reader);
  reader.end();
  return bm25Index(postings, { k1, b, tokenizer });
}

/** Checks what holds for every format first, then the format, then the checksum. */
function checkEnvelope(bytes: Uint8Array): void {
  if (!(bytes instanceof Uint8Array)) {
    throw new PsiError("invalid-option", "bytes must be a Uint8Array, as saveBm25 returns it.");
  }
  if (bytes.length < bodyStart) throw corruptIndex(`it has only ${bytes.length} bytes`);
  if (magic.some((byte, i) => bytes[i] !== byte))
    throw corruptIndex('it does not start with "PSI-BM25"');
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const savedFormat = view.getUint32(8, true);
  if (savedFormat > format) {
    throw new PsiError(
      "incompatible-index",
      `This index has format ${savedFormat}, but this version of @psi/sparse reads up to format ${format}. Update the package, or build the index again.`,
    );
  }
  if (savedFormat < 1) throw corruptIndex("its format number is 0");
  if (view.getUint32(12, true) !== checksum(bytes)) throw corruptIndex("its checksum is wrong");
}

/** FNV-1a over all that follows the checksum's place. */
function checksum(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (let i = bodyStart; i < bytes.length; i++)
    hash = Math.imul(hash ^ (bytes[i] as number), 0x01000193);
  return hash >>> 0;
}
