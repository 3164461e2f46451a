import type { DocumentPart } from "../cut/document-part.js";
import type { OpenFile } from "../formats/file-reader.js";
import { textLines } from "../formats/text-lines.js";
import { wholeDocument } from "../formats/whole-document.js";
import { wholeText } from "../formats/whole-text.js";
import { rstContent } from "./rst-blocks.js";

/**
 * Reads reStructuredText: sections by their underlined titles, paragraphs, lists, tables, and directives
 * with what is indented below them. Marks, options, comments, targets and roles are markup. No maintained
 * parser of it exists for JavaScript; what this reader does not know stays text.
 *
 * @throws PsiError `unreadable-input` for a file of more than 16 million UTF-16 units.
 */
export async function* readRst(
  file: Pick<OpenFile, "source" | "text">,
): AsyncGenerator<DocumentPart, void, undefined> {
  const text = await wholeText(file);
  yield wholeDocument(text, rstContent(textLines(text)), file.source);
}
