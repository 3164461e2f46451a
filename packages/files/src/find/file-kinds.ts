/** How a file is read. */
export type FileKind =
  | "text"
  | "markdown"
  | "mdx"
  | "html"
  | "restructured-text"
  | "asciidoc"
  | "csv"
  | "json"
  | "json-lines"
  | "unknown";

const extensions: Readonly<Record<Exclude<FileKind, "unknown">, string>> = {
  text: "txt text",
  markdown: "md markdown mdown mkd mkdn qmd rmd",
  mdx: "mdx",
  html: "html htm xhtml",
  "restructured-text": "rst rest",
  asciidoc: "adoc asciidoc",
  csv: "csv tsv tab",
  json: "json",
  "json-lines": "jsonl ndjson",
};
const kinds: ReadonlyMap<string, FileKind> = new Map(
  Object.entries(extensions).flatMap(([kind, names]) =>
    names.split(" ").map((name): [string, FileKind] => [name, kind as FileKind]),
  ),
);

/** What can be done with documents that are not read. */
const hints: readonly (readonly [names: string, hint: string])[] = [
  ["pdf", "Convert it to text, for example with pdftotext."],
  ["doc docx odt rtf epub fb2 tex org", "Convert it to Markdown, for example with pandoc."],
  ["ppt pptx odp key", "Export it as text or Markdown."],
  ["xls xlsx ods numbers parquet", "Export it as CSV."],
  ["ipynb", "Convert it to Markdown, for example with jupyter nbconvert."],
  ["yaml yml toml xml", "Name it by itself to read it as text."],
];

/** The kind of a file, by its name's extension. */
export function kindOf(name: string): FileKind {
  return kinds.get(extensionOf(name)) ?? "unknown";
}

/** Why a file of no known kind is not read, and what to do. */
export function unknownKindReason(name: string): string {
  const extension = extensionOf(name);
  const hint = hints.find(([names]) => names.split(" ").includes(extension))?.[1];
  const what = extension === "" ? "has no extension" : `is a .${extension} file`;
  return `${what}, which is not read.${hint === undefined ? "" : ` ${hint}`}`;
}

/** The extensions of all files that are read, for messages. */
export function knownExtensions(): string {
  return [...kinds.keys()].map((extension) => `.${extension}`).join(", ");
}

function extensionOf(name: string): string {
  return /[^/]\.([^./]+)$/.exec(name)?.[1]?.toLowerCase() ?? "";
}
