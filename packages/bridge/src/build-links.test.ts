import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildLinks } from "./build-links.js";
import type { Links } from "./links.js";
import { listAt } from "./lists.js";
import type { NamedPassage } from "./name-extractor.js";
import { listedNames } from "./testing/listed-names.js";

const invalidOption = expect.objectContaining({ code: "invalid-option" });
const names = listedNames();

/** The links of a row, as an object: row to weight. */
function linksOf(links: Links, row: number): Record<number, number> {
  return Object.fromEntries(
    Array.from(links.neighbours(row), (to) => [to, links.weightBetween(row, to)]),
  );
}

/** The definition, word for word: each pair of passages by itself. */
function naiveLink(
  passages: readonly Required<NamedPassage>[],
  a: number,
  b: number,
  mostHolders: number,
): { weight: number; strongest: number } {
  const about = passages.map(({ title }) => new Set((title as string).split(" ").filter(Boolean)));
  const has = passages.map(
    ({ text }, i) => new Set([...about[i]!, ...text.split(" ").filter(Boolean)]),
  );
  let weight = 0;
  let strongest = 0;
  for (const name of has[a]!) {
    if (a === b || !has[b]!.has(name)) continue;
    const frequency = has.filter((each) => each.has(name)).length;
    if (frequency > mostHolders) continue;
    const factor = about[a]!.has(name) || about[b]!.has(name) ? 2 : 1;
    const one = (factor * Math.log(passages.length / frequency)) / (frequency - 1);
    weight += one;
    strongest = Math.max(strongest, one);
  }
  return { weight, strongest };
}

const letters = fc
  .array(fc.constantFrom(..."abcdefgh"), { maxLength: 4 })
  .map((all) => all.join(" "));
const passage = fc.record({ title: letters, text: letters });

describe("buildLinks", () => {
  it("links as the definition says, both ways alike", () => {
    fc.assert(
      fc.property(
        fc.array(passage, { maxLength: 12 }),
        fc.integer({ min: 2, max: 6 }),
        (some, most) => {
          const links = buildLinks(some, { names, mostHolders: most });
          for (let a = 0; a < some.length; a++) {
            for (let b = 0; b < some.length; b++) {
              const { weight } = naiveLink(some, a, b, most);
              expect(links.weightBetween(a, b)).toBeCloseTo(weight, 5);
              expect(links.weightBetween(a, b)).toBe(links.weightBetween(b, a));
              expect(links.neighbours(a).includes(b)).toBe(weight > 0);
              expect(links.whyLinked(a, b)).toBe(links.whyLinked(b, a));
            }
          }
        },
      ),
    );
  });

  it("names the strongest shared name", () => {
    fc.assert(
      fc.property(fc.array(passage, { minLength: 2, maxLength: 8 }), (some) => {
        const links = buildLinks(some, { names });
        const why = links.whyLinked(0, 1);
        const { strongest } = naiveLink(some, 0, 1, 30);
        if (why === undefined) {
          expect(strongest).toBe(0);
          return;
        }
        const only = (text: string): string => (text.split(" ").includes(why) ? why : "");
        const alone = some.map(({ title, text }) => ({ title: only(title), text: only(text) }));
        expect(naiveLink(alone, 0, 1, 30).strongest).toBeCloseTo(strongest, 9);
      }),
    );
  });

  it("gives the same links for the same passages, however they come", () => {
    fc.assert(
      fc.property(fc.array(passage, { maxLength: 9 }), (some) => {
        const links = JSON.stringify(buildLinks(some, { names }));
        expect(
          JSON.stringify(buildLinks(new Set(some.map((each) => ({ ...each }))), { names })),
        ).toBe(links);
        // What was seen by an extractor before must not matter.
        buildLinks(some.slice(3), { names });
        expect(JSON.stringify(buildLinks(some, { names }))).toBe(links);
      }),
    );
  });

  it("keeps names that two passages have, or that one is about, as first written", () => {
    const links = buildLinks(
      [
        { title: "Björk", text: "Orrin alone" },
        { title: "", text: "ORRIN bjork lost" },
      ],
      { names },
    );
    expect(links.names).toEqual(["Björk", "Orrin"]);
    expect([...links.holdersOf("BJÖRK")]).toEqual([0, 1]);
    expect([...links.holdersOf("alone")]).toEqual([]);
    expect(links.subjectsOf(0)).toEqual(["Björk"]);
    expect(links.subjectsOf(1)).toEqual([]);
    expect([...listAt(links.about, links.idOf("bjork"))]).toEqual([0]);
    expect(links.idOf("lost")).toBe(-1);
    expect(links.extractor).toBe("listed");
  });

  it("binds the extractor to titles and texts, once", () => {
    const seen: string[][] = [];
    const bound = {
      ...names,
      name: "bound",
      forCorpus: (texts: Iterable<string>) => {
        seen.push([...texts]);
        return names;
      },
    };
    const links = buildLinks([{ title: "a", text: "b" }, { title: "", text: "c" }, { text: "d" }], {
      names: bound,
    });
    expect(seen).toEqual([["a\nb", "c", "d"]]);
    expect(links.extractor).toBe("bound");
  });

  it("finds names without being told how", () => {
    const links = buildLinks([
      { title: "The Petrel", text: "The Petrel was built by Hendry Pask." },
      { title: "Hendry Pask", text: "He kept a yard." },
      { text: "It rained." },
    ]);
    expect(links.whyLinked(0, 1)).toBe("Hendry Pask");
    expect(linksOf(links, 2)).toEqual({});
    expect(links.extractor).toBe("names/2");
  });
});

describe("buildLinks with bad input", () => {
  it("links nothing by a name that every passage has, or by none", () => {
    const everywhere = Array.from({ length: 4_000 }, (_, i) => ({ text: `Orrin w${i}` }));
    const links = buildLinks(everywhere);
    expect(links.graph.rows).toHaveLength(0);
    expect(links.holdersOf("Orrin")).toHaveLength(4_000);
    expect(buildLinks([{ text: "it rained" }, { text: "it rained" }]).names).toEqual([]);
    expect(buildLinks([])).toMatchObject({ passageCount: 0, names: [] });
  });

  it("takes equal titles, empty ones, and ones without a letter", () => {
    const same = Array.from({ length: 40 }, (_, i) => ({
      title: i < 20 ? "Same" : "",
      text: `w${i}`,
    }));
    const links = buildLinks(same);
    expect(links.neighbours(0)).toHaveLength(19);
    expect(links.neighbours(30)).toHaveLength(0);
    expect(buildLinks([{ title: "?!", text: "" }]).names).toEqual([]);
  });

  it("takes 100,000 names in each of three passages, and a link a pair", () => {
    const text = Array.from({ length: 1e5 }, (_, i) => `n${i}`).join(" ");
    const passages = [text, text, text, "x"].map((each) => ({ text: each }));
    const { graph } = buildLinks(passages, { names });
    expect(graph.rows).toHaveLength(6);
  });

  it.each([[undefined], [null], [5], [{}]])("refuses passages that are %o", (passages) => {
    expect(() => buildLinks(passages as never)).toThrow(invalidOption);
  });

  it.each([["text"], [[null]], [[{ text: 5 }]], [[{ title: 5, text: "x" }]], [[{ title: "x" }]]])(
    "refuses the passages %o, naming the position",
    (passages) => {
      expect(() => buildLinks(passages as never)).toThrow(
        expect.objectContaining({
          code: "invalid-passage",
          message: expect.stringContaining("position 0"),
        }),
      );
    },
  );

  it.each([[0], [1], [2.5], [Number.NaN]])("refuses %o holders", (mostHolders) => {
    expect(() => buildLinks([], { mostHolders })).toThrow(invalidOption);
  });

  it("refuses extractors that are none, or return something else, naming them", () => {
    expect(() => buildLinks([], { names: {} as never })).toThrow(invalidOption);
    for (const found of [
      undefined,
      {},
      { subjects: [5], mentions: [] },
      { subjects: "ab", mentions: [] },
    ]) {
      const wrong = { name: "wrong", extract: () => found as never };
      expect(() => buildLinks([{ text: "x" }], { names: wrong })).toThrow(
        expect.objectContaining({
          code: "invalid-option",
          message: expect.stringContaining("wrong"),
        }),
      );
    }
  });
});
