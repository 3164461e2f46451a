import type { DocumentPart } from "../cut/document-part.js";
import type { OpenFile } from "../formats/file-reader.js";
import { textLines } from "../formats/text-lines.js";
import { wholeDocument } from "../formats/whole-document.js";
import { wholeText } from "../formats/whole-text.js";
import { asciidocContent } from "./asciidoc-blocks.js";

/**
 * Reads AsciiDoc: sections, paragraphs, lists, tables and delimited blocks. Attributes, anchors, comments,
 * delimiters, and the marks and targets of inline markup are markup. What this reader does not know stays
 * text; nothing is included or replaced.
 *
 * @throws PsiError `unreadable-input` for a file of more than 16 million UTF-16 units.
 */
export async function* readAsciidoc(
  file: Pick<OpenFile, "source" | "text">,
): AsyncGenerator<DocumentPart, void, undefined> {
  const text = await wholeText(file);
  yield wholeDocument(text, asciidocContent(textLines(text)), file.source);
}
