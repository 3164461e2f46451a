import { PsiError } from "@psi/core";
import { type Chunk, type ChunkOptions, chunker } from "./chunker.js";

/** How much of a whole text is cut at once, in UTF-16 units. */
const partLength = 65_536;

/**
 * Cuts a text into chunks of about `tokens`, never over twice that unless one character alone is: at
 * paragraphs where that fits, else at sentences, clauses, words, and, for one endless word, characters.
 * The chunks joined are the text, to the last unit. White space belongs to the text before it; a chunk
 * may be white space alone, where there is a page of it.
 *
 * A text may come in parts, as a stream with an encoding gives it; memory then stays bounded, and the
 * chunks do not depend on the parts. O(length).
 *
 * @throws PsiError `invalid-option` for options out of range, and for parts that are not strings.
 */
export async function* chunk(
  text: string | AsyncIterable<string>,
  options: ChunkOptions = {},
): AsyncGenerator<Chunk, void, undefined> {
  const chunks = chunker(options);
  for await (const part of typeof text === "string" ? partsOf(text) : text) {
    if (typeof part !== "string") {
      throw new PsiError(
        "invalid-option",
        "chunk takes strings; a part of the text is none. Give the stream an encoding.",
      );
    }
    yield* chunks.push(part);
  }
  yield* chunks.endSection();
}

function* partsOf(text: string): Generator<string, void, undefined> {
  for (let from = 0; from < text.length; from += partLength) {
    yield text.slice(from, from + partLength);
  }
}
