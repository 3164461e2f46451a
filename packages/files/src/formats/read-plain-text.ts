import type { Passage } from "@psi/core";
import { chunker } from "../cut/chunker.js";
import { lineBreaks, placedPassage, trimmed } from "../cut/placed-passage.js";
import { fileNameWords } from "../title/file-name.js";
import type { OpenFile } from "./file-reader.js";

/** The chunks of a text as passages, with the file's name as title. */
export async function* readPlainText(file: OpenFile): AsyncGenerator<Passage, void, undefined> {
  const { source } = file;
  const shared = { source, title: fileNameWords(source), metadata: {} };
  const chunks = chunker(file);
  let line = 1;
  const take = function* (found: ReturnType<typeof chunks.push>): Generator<Passage> {
    for (const { text, start } of found) {
      const shown = trimmed(text, { start: 0, end: text.length });
      const at = {
        start: start + shown.start,
        line: line + lineBreaks(text.slice(0, shown.start)),
      };
      line += lineBreaks(text);
      if (shown.end > shown.start) yield placedPassage({ text, markup: [] }, shown, at, shared);
    }
  };
  for await (const part of file.text()) yield* take(chunks.push(part));
  yield* take(chunks.endSection());
}
