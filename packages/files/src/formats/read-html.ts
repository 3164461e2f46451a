import { type DocumentPart, markedText, shownText } from "../cut/document-part.js";
import type { FoundMarkup } from "../cut/markup.js";
import type { OpenFile } from "./file-reader.js";
import { scanHtml } from "./scan-html.js";
import type { RootBlock } from "./sections.js";
import { wholeDocument } from "./whole-document.js";
import { wholeText } from "./whole-text.js";

/** Elements that hold blocks together. */
const groups: ReadonlySet<string> = new Set("blockquote details dl figure ol table ul".split(" "));
/** Elements in the middle of a line. */
const inLine: ReadonlySet<string> = new Set(
  `a abbr b bdi bdo big br cite code data del dfn em font i img input ins kbd label mark q s samp select small
  span strike strong sub sup td th time tt u var wbr`.split(/\s+/),
);

/**
 * Reads HTML: the text that is shown, cut at its headings. Scripts, styles, templates and navigation are
 * markup, as tags, attributes and comments are. The title is that of the first heading, or of `<title>`.
 *
 * @throws PsiError `unreadable-input` for a file of more than 16 million UTF-16 units, or elements nested
 * more than 1,000 deep.
 */
export async function* readHtml(
  file: Pick<OpenFile, "source" | "text">,
): AsyncGenerator<DocumentPart, void, undefined> {
  const { source } = file;
  const html = await wholeText(file);
  const blocks = blockBuilder();
  const markup = scanHtml(html, source, blocks);
  const { root, title } = blocks.finish(html.length);
  const own = title === undefined ? "" : titleText(html, title, source);
  yield wholeDocument(
    html,
    {
      blocks: root,
      markup: title === undefined ? markup : [...markup, title],
      ...(own !== "" && { otherTitle: own }),
    },
    source,
  );
}

function titleText(html: string, { start, end }: FoundMarkup, source: string): string {
  const title = html.slice(start, end);
  return shownText(markedText(title, scanHtml(title, source)), { start: 0, end: title.length });
}

interface OpenGroup {
  readonly name: string;
  readonly start: number;
  readonly parts: RootBlock[];
}

interface BlockBuilder {
  open(name: string, start: number, end: number): void;
  close(name: string, start: number, end: number): void;
  text(start: number, end: number, decoded: string): void;
  finish(end: number): {
    readonly root: readonly RootBlock[];
    /** The element `<title>`. */
    readonly title?: FoundMarkup;
  };
}

/** Makes blocks of the elements of a page. */
function blockBuilder(): BlockBuilder {
  const root: RootBlock[] = [];
  const open: OpenGroup[] = [];
  let title: { start: number; end: number } | undefined;
  let inTitle = false;
  /** The block that text goes into; it begins with its tag. */
  let block: { start: number; end: number; name: string } | undefined;
  let tag: { start: number; name: string } | undefined;
  const endBlock = (): void => {
    if (block !== undefined) {
      const { start, end, name } = block;
      const level = /^h([1-6])$/.exec(name)?.[1];
      const isHeading = level !== undefined && open.length === 0;
      const kind = isHeading ? "heading" : name === "pre" ? "lines" : "prose";
      (open.at(-1)?.parts ?? root).push({
        kind,
        start,
        end,
        ...(isHeading && { level: Number(level) }),
      });
    }
    block = undefined;
  };
  return {
    open(name, start, end) {
      if (name === "title" && title === undefined) {
        title = { start, end };
        inTitle = true;
      }
      if (inLine.has(name)) return;
      endBlock();
      tag = { start, name };
      if (groups.has(name)) open.push({ name, start, parts: [] });
    },
    close(name, _, end) {
      if (name === "title" && inTitle && title !== undefined) {
        title.end = end;
        inTitle = false;
      }
      if (inLine.has(name)) return;
      if (block !== undefined) block.end = end;
      endBlock();
      tag = undefined;
      if (open.at(-1)?.name === name) closeGroup(open, root, end);
    },
    text(start, end, decoded) {
      if (inTitle || decoded.trim() === "") return;
      block ??= { start: tag?.start ?? start, end, name: tag?.name ?? "" };
      block.end = end;
      tag = undefined;
    },
    finish(end) {
      endBlock();
      while (open.length > 0) closeGroup(open, root, end);
      return { root, ...(title && { title }) };
    },
  };
}

function closeGroup(open: OpenGroup[], root: RootBlock[], end: number): void {
  const { start, parts } = open.pop() as OpenGroup;
  const [first, ...others] = parts;
  if (first === undefined) return;
  const group = { kind: "group", start, end, parts: [{ ...first, start }, ...others] } as const;
  (open.at(-1)?.parts ?? root).push(group);
}
