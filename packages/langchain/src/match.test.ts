import { deepStrictEqual } from "node:assert";
import { Document } from "@langchain/core/documents";
import { describe, expect, it } from "vitest";
import { foundNode } from "./fake-retriever.js";
import { getMatch, withoutMatch } from "./match.js";
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

  it("is no difference between two documents", () => {
    expect(first).toEqual(third);
    expect(first).toStrictEqual(third);
    deepStrictEqual(first, third);
  });

  it.each<[string, (document: Document) => Document]>([
    ["a document of its fields", (document) => new Document({ ...document })],
    [
      "a document with more metadata",
      ({ pageContent, metadata: own }) =>
        new Document({ pageContent, metadata: { ...own, relevanceScore: 1 } }),
    ],
    [
      "a part of its text",
      ({ pageContent, metadata: own }) =>
        new Document({ pageContent: pageContent.slice(0, 4), metadata: Object.assign({}, own) }),
    ],
  ])("is passed on to %s", (_, copied) => {
    expect(getMatch(copied(first))).toEqual(getMatch(first));
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

  it("is taken off without a change to the document, or to metadata that have none", () => {
    expect(Reflect.ownKeys(withoutMatch(first.metadata))).toEqual(["title", "pages"]);
    expect(getMatch(first)).toBeDefined();
    expect(withoutMatch(metadata)).toBe(metadata);
    expect(withoutMatch(undefined)).toBeUndefined();
    expect(Reflect.ownKeys(metadata)).toEqual(["title", "pages"]);
  });
});
