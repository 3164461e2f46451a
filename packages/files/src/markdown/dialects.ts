import type { Extension } from "micromark-util-types";
import { delimited } from "./delimited.js";
import { indentedContainer } from "./indented-container.js";
import { markerLine } from "./marker-line.js";

const code = {
  exclamation: 33,
  percent: 37,
  slash: 47,
  colon: 58,
  equals: 61,
  question: 63,
  bracket: 91,
  closingBracket: 93,
  brace: 123,
} as const;

const attribute = String.raw`(?:[#.:][^\s{}]*|-|[\w:-]+=(?:"[^"]*"|'[^']*'|[^\s"'{}]+))`;
const attributes: RegExp = new RegExp(String.raw`^\s*${attribute}(?:\s+${attribute})*\s*$`);

/** Markup that sites and note programs add to Markdown, of which micromark has no extension of its own. */
export const dialects: Extension = {
  document: {
    [code.exclamation]: indentedContainer("admonition", /^!!! ?[\w-]/),
    [code.question]: indentedContainer("admonition", /^\?\?\?\+? ?[\w-]/),
    [code.equals]: indentedContainer("admonition", /^===[!+]? "/),
  },
  flow: {
    // `::: note Title` of VitePress and Docusaurus, `/// note | Title` of MkDocs: opening and closing lines.
    [code.colon]: markerLine("containerLine", /^:{3,}(?: *\S.*)?\s*$/),
    [code.slash]: markerLine("containerLine", /^\/{3,}(?: *[a-z].*)?\s*$/),
    // Obsidian's comments over several lines.
    [code.percent]: markerLine("commentLine", /^%%\s*$/),
  },
  text: {
    [code.exclamation]: delimited({
      type: "wikiLink",
      open: "![[",
      close: "]]",
      inside: /^[^[\]]+$/,
    }),
    [code.percent]: delimited({ type: "templateTag", open: "%%", close: "%%" }),
    [code.bracket]: [
      delimited({
        type: "wikiLink",
        open: "[[",
        close: "]]",
        inside: /^[^[\]]+$/,
        notBefore: "(",
      }),
      delimited({
        type: "callout",
        open: "[!",
        close: "]",
        inside: /^[A-Za-z][\w -]*$/,
        notBefore: "(",
        afterSpace: true,
      }),
    ],
    // A link whose destination a template fills in: `[text]({% page "/guide/" %})`.
    [code.closingBracket]: delimited({
      type: "templateTag",
      open: "](",
      close: ")",
      inside: /^\s*\{[%{<][^()]*[%}>]\}[^()]*$/,
    }),
    [code.brace]: [
      delimited({ type: "templateTag", open: "{{", close: "}}" }),
      delimited({ type: "templateTag", open: "{%", close: "%}" }),
      delimited({ type: "templateTag", open: "{*", close: "*}" }),
      delimited({ type: "templateTag", open: "{/*", close: "*/}" }),
      delimited({ type: "attributeList", open: "{", close: "}", inside: attributes }),
    ],
  },
};
