import type { DocumentInterface } from "@langchain/core/documents";

/**
 * A chunk of text to index: LangChain's document. `id` is the caller's name for it; `metadata.title`,
 * where it is a string, is indexed in front of the text.
 */
export type Passage = DocumentInterface;

/** A passage's title, where it has one that is not blank. */
export function titleOf(passage: Pick<Passage, "metadata">): string | undefined {
  const title: unknown = passage.metadata?.title;
  return typeof title === "string" && title.trim() !== "" ? title : undefined;
}

/** The text of a passage as it is embedded and searched: its title, a line break, its own text. */
export function indexedText(passage: Pick<Passage, "metadata" | "pageContent">): string {
  const title = titleOf(passage);
  return title === undefined ? passage.pageContent : `${title}\n${passage.pageContent}`;
}
