import type { Passage } from "@psi/core";
import type { Section } from "./block.js";
import type { ChunkOptions } from "./chunker.js";
import { cutSection } from "./cut-section.js";
import type { DocumentPart } from "./document-part.js";
import { lineBreaks, type Place, placedPassage, trimmed } from "./placed-passage.js";

export interface PassageOptions extends Required<ChunkOptions> {
  /** The file, as a path. */
  readonly source: string;
  /** Called for each chunk that has no text apart from markup, and is left out. */
  readonly onBlank: () => void;
}

/**
 * The passages of a document: no one reaches over the end of a section. White space at the ends of a passage
 * is left out, apart from the indentation of its first line.
 */
export async function* documentPassages(
  parts: AsyncIterable<DocumentPart>,
  options: PassageOptions,
): AsyncGenerator<Passage, void, undefined> {
  let metadata: Readonly<Record<string, unknown>> = {};
  let place: Place = { start: 0, line: 1 };
  for await (const part of parts) {
    metadata = part.metadata ?? metadata;
    yield* partPassages(part, place, metadata, options);
    const own = part.text.slice(part.repeated);
    place = { start: place.start + own.length, line: place.line + lineBreaks(own) };
  }
}

function* partPassages(
  part: DocumentPart,
  place: Place,
  metadata: Readonly<Record<string, unknown>>,
  options: PassageOptions,
): Generator<Passage, void, undefined> {
  const { source } = options;
  const { sections, text, plain, repeated } = part;
  let { line } = place;
  let counted = repeated;
  for (const [i, section] of sections.entries()) {
    const start = Math.max(repeated, startOf(section, text));
    const next = sections[i + 1];
    const end = next === undefined ? text.length : startOf(next, text);
    for (const chunk of cutSection(section, { start, end }, plain, options)) {
      const shown = trimmed(text, chunk);
      if (plain.slice(shown.start, shown.end).trim() === "") {
        if (shown.end > shown.start) options.onBlank();
        continue;
      }
      line += lineBreaks(text.slice(counted, shown.start));
      counted = shown.start;
      const at = { start: place.start + shown.start - repeated, line };
      yield placedPassage(part, shown, at, { source, title: section.title, metadata });
    }
  }
}

function startOf({ blocks }: Section, text: string): number {
  return blocks[0]?.start ?? text.length;
}
