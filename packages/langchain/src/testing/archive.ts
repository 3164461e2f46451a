import { Document, type DocumentInterface } from "@langchain/core/documents";
import type { Embedder } from "@psi/core";
import { wordEmbedder } from "@psi/core/testing";

/** Options of an index whose vectors are of the words alone. */
export const WORDS: { readonly embedder: Embedder } = { embedder: wordEmbedder() };

export const TEXTS: readonly string[] = [
  "The lighthouse of Hollin Point was built by Mara Quill.",
  "Mara Quill, the engineer, was born in Oster.",
  "Oster lies on the river Senn.",
  "Sheep graze on the moor above the village.",
  "The mill closed after the flood.",
];

/** Documents with ids p0, p1, … and nested metadata. */
export function documentsOf(texts: readonly string[], source = "archive"): Document[] {
  return texts.map(
    (pageContent, i) =>
      new Document({ pageContent, id: `p${i}`, metadata: { source, nested: { page: i } } }),
  );
}

/** Makes every write into the value or its parts throw. */
export function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) deepFreeze(inner);
  }
  return value;
}

export const idsOf = (documents: readonly DocumentInterface[]): (string | undefined)[] =>
  documents.map(({ id }) => id);
