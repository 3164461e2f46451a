import type { Block } from "../cut/block.js";
import { type DocumentPart, markedText, shownText } from "../cut/document-part.js";
import type { FoundMarkup } from "../cut/markup.js";
import { type DocumentHead, namesAbove } from "../title/document-title.js";
import { titlePath } from "../title/title-path.js";
import { type RootBlock, sectionsOf } from "./sections.js";

/** What a document is made of. */
export interface DocumentContent extends Pick<DocumentHead, "otherTitle"> {
  readonly blocks: readonly RootBlock[];
  readonly markup: readonly FoundMarkup[];
}

/** A document that was read at once. */
export function wholeDocument(
  text: string,
  { blocks, markup, ...head }: DocumentContent,
  source: string,
): DocumentPart {
  const marked = markedText(text, markup);
  const nameOf = (block: Block): string => shownText(marked, block);
  const headings = blocks.flatMap((block) =>
    block.level === undefined ? [] : [{ level: block.level, name: nameOf(block) }],
  );
  const path = titlePath(namesAbove({ ...head, headings }, source));
  return { ...marked, repeated: 0, sections: sectionsOf(blocks, path, nameOf), metadata: {} };
}
