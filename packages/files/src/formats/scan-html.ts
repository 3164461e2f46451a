import { Parser } from "htmlparser2";
import type { FoundMarkup } from "../cut/markup.js";
import { UnreadableError } from "../read/unreadable.js";
import { alternativeText, inlineElements } from "./html-tags.js";

/** What is found in HTML, in order; positions are UTF-16 units. */
export interface HtmlHandler {
  /** A tag that begins an element. */
  open?(name: string, start: number, end: number): void;
  /** The end of an element: its tag, or where it is missing the place where the element must end. */
  close?(name: string, start: number, end: number): void;
  /** Text that is shown. */
  text?(start: number, end: number, decoded: string): void;
}

/** Elements whose text no reader of the page's content sees. */
const dropped: ReadonlySet<string> = new Set(
  "script style template noscript nav iframe object svg canvas datalist".split(" "),
);
const deepest = 1_000;

/**
 * Scans HTML, and returns what of it is markup: all but the text that is shown and the text alternatives of
 * pictures. O(length).
 *
 * @param source the file's name, for the error.
 * @throws PsiError `unreadable-input` for elements nested more than 1,000 deep.
 */
export function scanHtml(
  html: string,
  source: string,
  handler: HtmlHandler = {},
): readonly FoundMarkup[] {
  const markup: FoundMarkup[] = [];
  let shownTo = 0;
  let joins = true;
  let depth = 0;
  let droppedDepth = 0;
  const show = (start: number, end: number): void => {
    if (start > shownTo) markup.push({ start: shownTo, end: start, joins });
    shownTo = end;
    joins = true;
  };
  const parser = new Parser({
    onopentag(name) {
      const [start, end] = [parser.startIndex, parser.endIndex + 1];
      depth++;
      if (depth > deepest) {
        const reason = `has elements nested more than ${deepest} deep.`;
        throw new UnreadableError({ source, kind: "malformed", reason });
      }
      if (dropped.has(name) || droppedDepth > 0) droppedDepth++;
      joins &&= inlineElements.has(name);
      if (droppedDepth > 0) return;
      const alternative = alternativeText(html.slice(start, end));
      if (alternative !== undefined) {
        show(start + alternative.start, start + alternative.end);
        joins = false;
      }
      handler.open?.(name, start, end);
    },
    onclosetag(name) {
      depth--;
      joins &&= inlineElements.has(name);
      if (droppedDepth > 0) droppedDepth--;
      else handler.close?.(name, parser.startIndex, parser.endIndex + 1);
    },
    ontext(decoded) {
      const [start, end] = [parser.startIndex, parser.endIndex + 1];
      if (droppedDepth > 0) {
        joins = false;
        return;
      }
      show(start, end);
      const changed = decoded !== html.slice(start, end) && !/[\r\n]/.test(decoded);
      if (changed && decoded.length <= end - start) {
        markup.push({ start, end, replacement: decoded });
      }
      handler.text?.(start, end, decoded);
    },
    onprocessinginstruction() {
      joins = false;
    },
  });
  parser.end(html);
  show(html.length, html.length);
  return markup;
}
