import type { Event, Extension, Token } from "micromark-util-types";
import { dialects } from "./dialects.js";

/** What micromark finds in a text: tokens that begin and end, in order. */
export type MarkdownEvent = Event;
export type MarkdownToken = Token;

/** How a text is read as Markdown. */
export interface MarkdownSyntax {
  /**
   * Tokens of Markdown with GFM, directives, and what sites and note programs add.
   *
   * @param options.mdx JSX, expressions and imports instead of HTML and indented code.
   * @param options.frontMatter front matter at the beginning, in YAML or TOML.
   * @throws an error of micromark for what is not MDX
   */
  parse(
    text: string,
    options: { readonly mdx: boolean; readonly frontMatter: boolean },
  ): readonly MarkdownEvent[];
  /** A character reference or an escape as the characters that it is for. */
  decode(text: string): string;
}

let loaded: Promise<MarkdownSyntax> | undefined;

/** Loads the parser when it is first used: it is an ES module, which CommonJS can only import so. */
export function markdownSyntax(): Promise<MarkdownSyntax> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<MarkdownSyntax> {
  const [micromark, { gfm }, { directive }, { mdxjs }, { frontmatter }, { decodeString }] =
    await Promise.all([
      import("micromark"),
      import("micromark-extension-gfm"),
      import("micromark-extension-directive"),
      import("micromark-extension-mdxjs"),
      import("micromark-extension-frontmatter"),
      import("micromark-util-decode-string"),
    ]);
  // Containers of directives are read line by line: sites write them in more ways than the extension knows.
  const { text = {}, flow = {} } = directive();
  const leaf = [flow[58] ?? []].flat().slice(-1);
  const markdown: Extension[] = [gfm(), { text, flow: { 58: leaf } }, dialects];
  const yamlEnd = { type: "yaml", fence: { open: "---", close: "..." } };
  const front = frontmatter(["yaml", "toml", yamlEnd]);
  return {
    parse(source, { mdx, frontMatter }) {
      const extensions = [...markdown, ...(mdx ? [mdxjs()] : []), ...(frontMatter ? [front] : [])];
      const { parse, postprocess, preprocess } = micromark;
      return postprocess(
        parse({ extensions })
          .document()
          .write(preprocess()(source, undefined, true)),
      );
    },
    decode: decodeString,
  };
}
