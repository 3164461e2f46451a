import type { Passage } from "@psi/core";
import { type Chunk, type ChunkOptions, chunker } from "../cut/chunker.js";
import type { FoundFile } from "../find/find-files.js";
import { type SectionCutter, type SectionPart, sectionCutter } from "../markdown/markdown-sections.js";

/** The chunks of a text or Markdown file as passages; no chunk reaches over a heading. */
export async function* passagesOfText(
  parts: AsyncIterable<string>,
  { kind, source }: FoundFile,
  options: ChunkOptions,
): AsyncGenerator<Passage, void, undefined> {
  const sections = kind === "markdown" ? sectionCutter() : oneSection();
  const chunks = chunker(options);
  let title: string | undefined;
  const take = function* (part: SectionPart): Generator<Passage, void, undefined> {
    if (part.begins) yield* passages(chunks.endSection());
    title = part.title;
    yield* passages(chunks.push(part.text));
  };
  const passages = function* (found: readonly Chunk[]): Generator<Passage, void, undefined> {
    for (const { text, start, end } of found) {
      if (text.trim() === "") continue;
      const metadata = { source, start, end, ...(title === undefined ? {} : { title }) };
      yield { id: `${source}#${start}`, pageContent: text, metadata };
    }
  };
  for await (const text of parts) {
    for (const part of sections.push(text)) yield* take(part);
  }
  for (const part of sections.end()) yield* take(part);
  yield* passages(chunks.endSection());
}

/** Plain text: one section without a title. */
function oneSection(): SectionCutter {
  return {
    push: (text) => [{ text, begins: false, title: undefined }],
    end: () => [],
  };
}
