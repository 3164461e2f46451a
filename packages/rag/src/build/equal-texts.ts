import { createHash } from "node:crypto";

/**
 * Finds passages of equal text: the same characters in Unicode's form NFC, white space of any kind and length
 * being one blank. O(characters).
 *
 * @param texts as they are indexed, titles included.
 * @returns pairs, by row: a passage whose text an earlier one has, and the first that has it
 */
export function equalTexts(texts: readonly string[]): Uint32Array {
  // Hashes, not texts: of a large corpus there would be a second copy in memory.
  const first = new Map<string, number>();
  const pairs: number[] = [];
  texts.forEach((text, row) => {
    const hash = createHash("sha256").update(normalised(text), "utf16le").digest("base64");
    const known = first.get(hash);
    if (known === undefined) first.set(hash, row);
    else pairs.push(row, known);
  });
  return Uint32Array.from(pairs);
}

function normalised(text: string): string {
  return text.normalize("NFC").replace(/\s+/g, " ").trim();
}
