import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { bm25 } from "./bm25.js";

interface Group {
  readonly class: string;
  readonly texts: readonly string[];
  /** For each query the text that Lucene and SQLite FTS5 rank first alone; null where there is none. */
  readonly queries: readonly {
    readonly query: string;
    readonly lucene: number | null;
    readonly sqlite: number | null;
  }[];
}

const groups = JSON.parse(
  readFileSync(new URL("../fixtures/analysis-golden.json", import.meta.url), "utf8"),
) as readonly Group[];
const queries = groups.flatMap((group) => group.queries);

/** The text that is ranked first and has the best score alone; undefined where there is none. */
function firstOf(texts: readonly string[], query: string): number | undefined {
  const [first, second] = bm25(texts).search(query, 2);
  return first?.score === second?.score ? undefined : first?.id;
}

it("has golden queries on which Lucene and SQLite agree, and none on which they contradict each other", () => {
  const agreed = queries.filter(({ lucene, sqlite }) => lucene !== null && lucene === sqlite);
  expect(agreed).toHaveLength(109);
  const both = queries.filter(({ lucene, sqlite }) => lucene !== null && sqlite !== null);
  expect(both).toHaveLength(109);
});

describe.each(groups)("queries for $class", ({ texts, queries }) => {
  it.each(queries)("$query finds the text that Lucene or SQLite ranks first", (golden) => {
    expect(firstOf(texts, golden.query)).toBe(golden.lucene ?? golden.sqlite);
  });
});
