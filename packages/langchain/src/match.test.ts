import { deepStrictEqual } from "node:assert";
import { inspect } from "node:util";
import { Document } from "@langchain/core/documents";
import { describe, expect, it } from "vitest";
import { foundNode } from "./fake-retriever.js";
import { getMatch } from "./match.js";
import { toDocument } from "./to-document.js";

const metadata = { title: "Harbour", pages: [1, 2] };
/** One passage, as two queries find it. */
const first = toDocument(foundNode("a", 0.9, { metadata, signals: { "sparse.rank": 1 } }), 0);
const third = toDocument(foundNode("a", 0.2, { metadata }), 2);

describe("the match of a document", () => {
  it("is what the search says of it", () => {
    expect(getMatch(first)).toEqual({
      score: 0.9,
      rank: 1,
      nodeId: "a",
      layer: 0,
      via: ["sparse"],
    });
    expect(getMatch(third)).toMatchObject({ score: 0.2, rank: 3, via: [] });
  });

  it.each<[string, (document: Document) => unknown]>([
    ["JSON of the document", (document) => JSON.stringify(document)],
    ["JSON of the metadata", (document) => JSON.stringify(document.metadata)],
    [
      "sorted entries, as MultiQueryRetriever compares",
      ({ metadata: own }) => JSON.stringify(Object.entries(own).sort()),
    ],
    ["keys and values", ({ metadata: own }) => [Object.keys(own), Object.values(own)]],
    [
      "a loop over the metadata",
      ({ metadata: own }) => {
        const seen: unknown[] = [];
        for (const key in own) seen.push(key, own[key]);
        return seen;
      },
    ],
    ["a structured clone", (document) => structuredClone(document)],
  ])("is not in %s", (_, seen) => {
    const passage = new Document({ id: "a", pageContent: "Text of a.", metadata });
    expect(seen(first)).toEqual(seen(passage));
    expect(seen(third)).toEqual(seen(passage));
  });

  it("is no difference between what was found, what was found by another query, and the passage", () => {
    const passage = new Document({ id: "a", pageContent: "Text of a.", metadata });
    for (const other of [third, passage]) {
      expect(first).toEqual(other);
      expect(first).toStrictEqual(other);
      deepStrictEqual(first, other);
    }
    expect(inspect(first)).toBe(inspect(passage));
  });

  it.each<[string, (document: Document) => Document]>([
    ["the document, sorted, filtered or in another list", (document) => document],
    [
      "a document that has its metadata",
      (document) => new Document({ ...document, pageContent: "Text." }),
    ],
    [
      "the document with other metadata",
      (document) => Object.assign(document, { metadata: { ...document.metadata, page: 1 } }),
    ],
    [
      "the document with one more field",
      (document) => {
        document.metadata.relevanceScore = 1;
        return document;
      },
    ],
  ])("is passed on to %s", (_, passed) => {
    const document = toDocument(foundNode("a", 0.9, { metadata }), 4);
    expect(getMatch(passed(document))).toMatchObject({ score: 0.9, rank: 5 });
  });

  it("is undefined where no search of ours found the document, and after JSON", () => {
    expect(getMatch(new Document({ pageContent: "a" }))).toBeUndefined();
    expect(getMatch(JSON.parse(JSON.stringify(first)))).toBeUndefined();
    expect(getMatch({ metadata: undefined as never })).toBeUndefined();
    expect(getMatch(undefined)).toBeUndefined();
  });

  it("is read by another copy of this module, as a program has that loads ESM and CommonJS", async () => {
    // @ts-expect-error: the query makes it another module.
    const other: typeof import("./match.js") = await import("./match.js?other");
    expect(other.getMatch).not.toBe(getMatch);
    expect(other.getMatch(first)).toEqual(getMatch(first));
  });
});
