import { scripted } from "@psi/agent";
import { memoryStore } from "@psi/core";
import { wordEmbedder } from "@psi/core/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createIndex, openIndex } from "../open-index.js";
import { archive } from "../testing/archive.js";
import { type MetadataFilter, matchingRows, readFilter } from "./metadata-filter.js";

const passages = archive(60);
const idsIn = (source: string): string[] =>
  passages.flatMap(({ id, metadata }) => (metadata.source === source ? [id as string] : []));

describe("a search with a filter", () => {
  it.each(["hybrid", "tree", "words", "links"] as const)(
    "%s finds what matches, and all of it",
    async (retriever) => {
      const index = await createIndex(memoryStore(), passages, { embedder: wordEmbedder() });
      const source = "Cable Street.md";
      const found = await index.search(
        "Pask built Cable Street, Orrin sold the light in the year",
        {
          retriever,
          filter: { source },
          limit: 60,
        },
      );
      const ids = found.map(({ node }) => node.id);
      expect(ids.filter((id) => !idsIn(source).includes(id))).toEqual([]);
      expect(new Set(ids).size).toBe(idsIn(source).length);
      for (const { reasons = [] } of found) {
        for (const { from } of reasons) expect(idsIn(source)).toContain(from);
      }
    },
  );

  it("goes top down only where something matches", async () => {
    const index = await createIndex(memoryStore(), passages, { embedder: wordEmbedder() });
    const found = await index.search("Pask", {
      retriever: "tree",
      strategy: "descend",
      width: 2,
      filter: { title: "Sarn 4" },
    });
    expect(found.map(({ node }) => node.id)).toEqual(["a-4"]);
  });

  it("finds abstracts of what matches alone, and reaches ask and retriever", async () => {
    const index = await createIndex(memoryStore(), passages, { embedder: wordEmbedder() });
    const filter = { source: "the light.md" };
    for (const { node } of await index.searchAbstracts("light", { filter, limit: 50 })) {
      const { children } = await index.node(node.id);
      for (const child of children) {
        if (child.layer === 0) expect(child.metadata.source).toBe("the light.md");
      }
    }
    expect(await index.searchAbstracts("light", { filter: { source: "none" } })).toEqual([]);
    const { evidence } = await index.ask("Who kept the light?", { filter, answerLength: "long" });
    expect(evidence.length).toBeGreaterThan(0);
    for (const { found } of evidence) {
      if (found.node.layer === 0) expect(found.node.metadata.source).toBe("the light.md");
    }
    const [best] = await index.retriever({ filter: { title: "Sarn 4" } }).retrieve("Pask");
    expect(best?.node.id).toBe("a-4");
    expect(await index.search("Pask", { filter: { source: "none" } })).toEqual([]);
  });

  it("sees what is committed later", async () => {
    const index = await createIndex(memoryStore(), archive(3), { embedder: false });
    const filter = { source: "new.md" };
    expect(await index.search("Pask", { filter })).toEqual([]);
    await index.add([{ id: "n", pageContent: "Pask came back.", metadata: filter }]);
    expect((await index.search("Pask", { filter })).map(({ node }) => node.id)).toEqual(["n"]);
  });
});

describe("matchingRows", () => {
  const metadata = [{ a: 1, b: "x" }, { a: 2, b: "x" }, { b: null }, {}];
  const rowsOf = (filter: unknown, fields: readonly Record<string, unknown>[]): number[] => [
    ...matchingRows(readFilter(filter), fields),
  ];

  it.each<[MetadataFilter, number[]]>([
    [{}, [0, 1, 2, 3]],
    [{ a: 1 }, [0]],
    [{ a: [1, 2] }, [0, 1]],
    [{ a: 2, b: "x" }, [1]],
    [{ b: null }, [2]],
    [{ a: [] }, []],
    [{ a: "1" }, []],
    [{ toString: "x" }, []],
    [JSON.parse('{"__proto__":"x"}'), []],
  ])("%j", (filter, rows) => {
    expect(rowsOf(filter, metadata)).toEqual(rows);
  });

  it("matches a value inside a list, and takes a list of values for any of them", () => {
    const lists = [
      { tags: ["red", "blue"] },
      { tags: "red" },
      { tags: [] },
      { tags: ["green", 7, true, null] },
      { tags: [["red"], { red: "red" }] },
    ];
    expect(rowsOf({ tags: "red" }, lists)).toEqual([0, 1]);
    expect(rowsOf({ tags: ["blue", 7] }, lists)).toEqual([0, 3]);
    expect(rowsOf({ tags: null }, lists)).toEqual([3]);
    expect(rowsOf({ tags: true }, lists)).toEqual([3]);
  });

  it("compares texts and names of fields in NFC, whichever side is in another form", () => {
    const [composed, decomposed] = ["Zoë", "Zoe\u0308"];
    const written = [{ by: composed }, { by: decomposed }, { by: [decomposed] }, { by: "Zoe" }];
    for (const name of [composed, decomposed]) {
      expect(rowsOf({ by: name }, written)).toEqual([0, 1, 2]);
      expect(rowsOf({ [name]: 1 }, [{ [composed]: 1 }, { [decomposed]: 1 }])).toEqual([0, 1]);
    }
    // Hangul is composed of two or three characters, and the ångström sign is a letter.
    expect(rowsOf({ by: "\u1112\u1161\u11ab" }, [{ by: "한" }])).toEqual([0]);
    expect(rowsOf({ by: "\u212b" }, [{ by: "Å" }])).toEqual([0]);
  });

  it("finds what a comparison one by one finds, for any metadata", () => {
    const value = fc.constantFrom("x", "é", "e\u0301", 1, 2, true, null);
    const fields = fc.dictionary(
      fc.constantFrom("a", "b", "é", "e\u0301"),
      fc.oneof(value, fc.array(value, { maxLength: 3 })),
    );
    const nfc = (text: unknown): unknown =>
      typeof text === "string" ? text.normalize("NFC") : text;
    fc.assert(
      fc.property(fields, fc.array(fields, { maxLength: 6 }), (filter, passages) => {
        const expected = [...passages.keys()].filter((row) =>
          Object.entries(filter).every(([name, wanted]) => {
            const own = passages[row] as Record<string, unknown>;
            // A field of the very name goes first.
            const key = Object.hasOwn(own, nfc(name) as string)
              ? (nfc(name) as string)
              : Object.keys(own).find((each) => nfc(each) === nfc(name));
            return (
              key !== undefined &&
              [own[key]]
                .flat()
                .some((has) => [wanted].flat().some((want) => nfc(want) === nfc(has)))
            );
          }),
        );
        expect(rowsOf(filter, passages)).toEqual(expected);
      }),
    );
  });
});

class Scope {
  readonly tenant = "a";
}

/** What is no filter; each would find what other tenants have, if it were taken for none or an empty one. */
const noFilters: readonly (readonly [string, unknown])[] = [
  ["null", null],
  ["an empty text", ""],
  ["a text", "tenant"],
  ["0", 0],
  ["false", false],
  ["a list", [{ tenant: "a" }]],
  ["a map", new Map([["tenant", "a"]])],
  ["a set", new Set(["tenant"])],
  ["an instance of a class", new Scope()],
  ["an object that inherits its fields", Object.create({ tenant: "a" })],
  [
    "an object that inherits its fields from one without a prototype",
    Object.create(Object.assign(Object.create(null), { tenant: "a" })),
  ],
  ["a function", () => ({ tenant: "a" })],
  ["a field that is a symbol", { [Symbol("tenant")]: "a" }],
  ["a value that is undefined", { tenant: undefined }],
  ["a list with a hole", { tenant: new Array(1) }],
  ["a value that is NaN", { year: Number.NaN }],
  ["a date", { created: new Date(0) }],
  ["an operator", { year: { $gt: 3 } }],
];

describe("what is no filter is refused by", () => {
  it.each(noFilters)("every call: %s", async (_, given) => {
    const filter = given as MetadataFilter;
    const index = await createIndex(memoryStore(), archive(12), { embedder: wordEmbedder() });
    const empty = await openIndex(memoryStore(), { embedder: wordEmbedder() });
    const refused = { code: "invalid-option" };
    for (const each of [index, empty]) {
      await expect(each.search("Pask", { filter })).rejects.toMatchObject(refused);
      await expect(each.searchAbstracts("Pask", { filter })).rejects.toMatchObject(refused);
      await expect(each.ask("Pask?", { filter })).rejects.toMatchObject(refused);
      const [steps] = [each.steps("Pask?", { filter })[Symbol.asyncIterator]()];
      await expect(steps?.next()).rejects.toMatchObject(refused);
      expect(() => each.chat({ filter })).toThrow(expect.objectContaining(refused));
      expect(() => each.retriever({ filter })).toThrow(expect.objectContaining(refused));
    }
  });

  it("none where a field is hidden: it counts like the others", () => {
    const filter = Object.defineProperty({}, "a", { value: 1, enumerable: false });
    expect([...matchingRows(readFilter(filter), [{ a: 1 }, { a: 2 }, {}])]).toEqual([0]);
  });
});

describe("a filter that matches nothing", () => {
  const titled = (id: string, metadata: Record<string, unknown>) => ({
    id,
    pageContent: `The light of ${id}.`,
    metadata,
  });
  const shelf = [
    titled("a", { source: "harbour.md", year: 1984, tags: ["red", "blue"] }),
    titled("b", { source: "harbour.md", year: 1719, tags: ["red"] }),
    titled("c", { source: "gulls.md", loc: { page: 1 } }),
    ...Array.from({ length: 6 }, (_, i) => titled(`d${i}`, { source: `${i}.md` })),
  ];
  const notesOn = async (filter: MetadataFilter): Promise<readonly string[]> => {
    const notes: string[] = [];
    const index = await createIndex(memoryStore(), shelf, { embedder: false });
    const onNote = (note: string): unknown => notes.push(note);
    expect(await index.search("light", { filter, onNote })).toEqual([]);
    return notes;
  };

  it("is noted with the values that there are, the most frequent first, and how many more", async () => {
    expect(await notesOn({ source: "habour.md" })).toEqual([
      'The filter matches no passage. No passage has "habour.md" in source. Values: "harbour.md" (2), "gulls.md" (1), "0.md" (1), "1.md" (1), "2.md" (1), and 3 more.',
    ]);
    expect(await notesOn({ tags: ["green", "black"] })).toEqual([
      'The filter matches no passage. No passage has "green" or "black" in tags. Values: "red" (2), "blue" (1).',
    ]);
    expect(await notesOn({ year: "1984" })).toEqual([
      'The filter matches no passage. No passage has "1984" in year. Values: 1984 (1), 1719 (1).',
    ]);
  });

  it("is noted with the fields that there are, for a field that no passage has", async () => {
    expect(await notesOn({ sorce: "harbour.md", year: 1 })).toEqual([
      'The filter matches no passage. No passage has a field "sorce". Fields: source (9), year (2), tags (2), loc (1). No passage has 1 in year. Values: 1984 (1), 1719 (1).',
    ]);
  });

  it("is noted as a whole, where each field matches by itself", async () => {
    expect(await notesOn({ source: "gulls.md", tags: "red" })).toEqual([
      "The filter matches no passage: source matches 1, tags matches 2, but no passage matches all of it.",
    ]);
  });

  it("is noted for values that no filter matches, an empty list, and long values", async () => {
    expect((await notesOn({ loc: "1" }))[0]).toContain("lists or objects, which no filter matches");
    expect((await notesOn({ source: [] }))[0]).toContain("No passage has a value of an empty list");
    const [note = ""] = await notesOn({ source: "x".repeat(10_000) });
    expect(note.length).toBeLessThan(400);
  });

  it("is not noted where something matches, though nothing is found", async () => {
    const notes: string[] = [];
    const index = await createIndex(memoryStore(), shelf, { embedder: false });
    const onNote = (note: string): unknown => notes.push(note);
    const filter = { source: "gulls.md" };
    expect(await index.search("heron", { filter, onNote, retriever: "words" })).toEqual([]);
    expect(notes).toEqual([]);
  });

  it("is noted in the answer, once, and by the search of abstracts", async () => {
    const index = await createIndex(memoryStore(), archive(12), { embedder: wordEmbedder() });
    const heard: string[] = [];
    const options = {
      filter: { source: "none" },
      onNote: (note: string): unknown => heard.push(note),
    };
    const policy = scripted(["one", "two"]);
    const { notes, evidence } = await index.ask("Who?", {
      ...options,
      policy,
      answerLength: "long",
    });
    expect(evidence).toEqual([]);
    expect(notes.filter((note) => note.includes('"none" in source'))).toHaveLength(1);
    expect(heard).toHaveLength(1);
    expect(await index.searchAbstracts("light", options)).toEqual([]);
    expect(heard).toEqual([heard[0], heard[0]]);
    const chat = index.chat({ filter: { sorce: "a" } });
    expect((await chat.ask("Who?")).notes[0]).toContain(
      'no passage. No passage has a field "sorce"',
    );
  });
});
