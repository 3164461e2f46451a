import type { Tokenizer } from "@psi/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildLinks } from "../build-links.js";
import type { NamedPassage, NameExtractor } from "../name-extractor.js";
import { names } from "../names/names.js";
import { changed, changingPassage, someChange } from "../testing/changing-passages.js";
import { listedNames } from "../testing/listed-names.js";
import { absent, hasShared, sharedSet } from "../testing/shared-data.js";
import { saveBridge } from "./bridge-data.js";
import { type BuiltBridge, buildBridge } from "./build-bridge.js";
import { harbour, plainWords } from "./harbour.js";
import { sentenceStems } from "./sentence-stems.js";

/** Words, in scripts without spaces pairs of letters, and what a text begins with: of a sentence that is more. */
const tokenizer: Tokenizer = {
  name: "pairs",
  tokenize: (text) => {
    const found = text.toLowerCase().match(/\p{Lo}{2}|[\p{Ll}\p{N}]+/gu) ?? [];
    return [...found, `^${found[0]}`];
  },
};

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

/** By the functions that know of no change. */
function freshBytes(passages: readonly NamedPassage[], extractor: NameExtractor): string {
  const links = buildLinks(passages, { names: extractor });
  return hex(saveBridge({ links, stems: sentenceStems(passages, links, tokenizer) }));
}

/** Words that begin with a capital in most of the passages that have them. */
function comparingNames(): NameExtractor {
  const wordsOf = (text: string): readonly string[] => text.split(/\P{L}+/u).filter(Boolean);
  return {
    name: "comparing",
    extract: () => ({ subjects: [], mentions: [] }),
    forCorpus(texts) {
      const all = [...texts].map(wordsOf);
      const common = (word: string): boolean =>
        2 * all.filter((words) => words.includes(word)).length > all.length;
      return {
        name: "comparing",
        extract: ({ title = "", text }) => ({
          subjects: wordsOf(title),
          mentions: wordsOf(text).filter((word) => !common(word)),
        }),
      };
    },
  };
}

describe("buildBridge", () => {
  it.each([
    ["names()", names()],
    ["an extractor that looks at one passage", listedNames()],
    ["an extractor that compares passages", comparingNames()],
  ])("makes of changes what a fresh build makes, to the byte, with %s", (_, extractor) => {
    fc.assert(
      fc.property(
        fc.array(changingPassage(), { maxLength: 10 }),
        fc.array(someChange(), { minLength: 1, maxLength: 4 }),
        (first, changes) => {
          let passages: readonly NamedPassage[] = first;
          let built = buildBridge(passages, { tokenizer, names: extractor });
          expect(hex(saveBridge(built))).toBe(freshBytes(passages, extractor));
          for (const change of changes) {
            const after = changed(passages, change);
            passages = after.passages;
            const previous = { bridge: built, readings: built.readings, rows: after.rows };
            built = buildBridge(passages, { tokenizer, names: extractor, previous });
            expect(hex(saveBridge(built))).toBe(freshBytes(passages, extractor));
            const fresh = buildBridge(passages, { tokenizer, names: extractor });
            expect(hex(built.readings)).toBe(hex(fresh.readings));
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  it("takes rows in any order, and more than once", () => {
    fc.assert(
      fc.property(
        fc.array(changingPassage(), { minLength: 1, maxLength: 8 }),
        fc.array(fc.nat(7), { maxLength: 12 }),
        (some, picks) => {
          const built = buildBridge(some, { tokenizer });
          const rows = picks.filter((row) => row < some.length);
          const picked = rows.map((row) => some[row] as NamedPassage);
          const previous = { bridge: built, readings: built.readings, rows };
          const again = buildBridge(picked, { tokenizer, previous });
          expect(hex(saveBridge(again))).toBe(freshBytes(picked, names()));
        },
      ),
    );
  });

  it("reads only what is new", () => {
    const read: string[] = [];
    const noting: Tokenizer = {
      name: "noting",
      tokenize: (text) => {
        read.push(text);
        return plainWords.tokenize(text);
      },
    };
    const extracted: string[] = [];
    const extractor: NameExtractor = {
      name: "noting",
      extract: (passage) => {
        extracted.push(passage.text);
        return listedNames().extract(passage);
      },
    };
    const options = { tokenizer: noting, names: extractor };
    const built = buildBridge(harbour, options);
    read.length = 0;
    extracted.length = 0;
    const rows = [...harbour.keys(), -1];
    const previous = { bridge: built, readings: built.readings, rows };
    buildBridge([...harbour, { text: "A Gannet." }], { ...options, previous });
    expect(extracted).toEqual(["A Gannet."]);
    expect(read).toEqual(["A Gannet.", "A Gannet.", ""]);
  });

  it("reads again the passages whose names the others changed", () => {
    const before = [{ text: "Lilies grow." }, { text: "Rose saw Lilies." }];
    const built = buildBridge(before, { tokenizer });
    expect([...built.links.holdersOf("Lilies")]).toEqual([0, 1]);
    const after = [...before, { text: "We drew lilies, and lilies again." }];
    const previous = { bridge: built, readings: built.readings, rows: [0, 1, -1] };
    const { links } = buildBridge(after, { tokenizer, previous });
    expect([...links.holdersOf("Lilies")]).toEqual([1]);
  });

  it("knows a name by its letters among thousands", () => {
    // So many that some share the number by which names are found again.
    const some = (first: string, count: number): string =>
      Array.from({ length: count }, (_, i) => `${first}${i}`).join(" ");
    const before = [{ text: some("x", 4_000) }, { text: `${some("y", 2_000)} ${some("x", 9)}` }];
    const after = [...before, { text: `${some("z", 400)} ${some("Y", 400)}` }];
    const options = { tokenizer, names: listedNames() };
    const built = buildBridge(before, options);
    const previous = { bridge: built, readings: built.readings, rows: [0, 1, -1] };
    const { links } = buildBridge(after, { ...options, previous });
    expect(links.names).toEqual(buildLinks(after, options).names);
    expect(links.names).toHaveLength(409);
  });

  it("looks again at lower-case texts that only a title gives capitals", () => {
    const lower = "they left orrin island today";
    const filler = Array.from({ length: 70 }, (_, i) => `w${i}`).join(" ");
    const before = [{ title: "The Petrel", text: lower }, { text: filler }];
    const built = buildBridge(before, { tokenizer });
    const isles = [{ text: "a boat to orrin island" }, { text: "orrin island is small" }];
    const after = [...before, ...isles];
    const previous = { bridge: built, readings: built.readings, rows: [0, 1, -1, -1] };
    const { links } = buildBridge(after, { tokenizer, previous });
    expect([...links.holdersOf("orrin island")]).toEqual([0, 2, 3]);
  });

  it.skipIf(!hasShared("2wiki_hipporag1000"))(`changes real passages ${absent}`, () => {
    const passages = sharedSet("2wiki_hipporag1000").passages.slice(0, 1_500);
    const built = buildBridge(passages.slice(0, 1_490), { tokenizer });
    const kept = passages.slice(5);
    const rows = kept.map((_, i) => (i < 1_485 ? i + 5 : -1));
    const again = buildBridge(kept, {
      tokenizer,
      previous: { bridge: built, readings: built.readings, rows },
    });
    expect(hex(saveBridge(again)) === freshBytes(kept, names())).toBe(true);
  });
});

describe("what came before", () => {
  const built = buildBridge(harbour, { tokenizer });
  const rows = [...harbour.keys()];
  const again = (
    bridge: BuiltBridge,
    readings: Uint8Array,
    options: { readonly names?: NameExtractor; readonly tokenizer?: Tokenizer } = {},
  ): BuiltBridge =>
    buildBridge(harbour, { tokenizer, ...options, previous: { bridge, readings, rows } });

  it("is passed over where it is damaged, none, or another's", () => {
    const whole = built.readings;
    for (let at = 0; at < whole.length; at += 11) {
      const flipped = whole.slice();
      flipped[at] = (flipped[at] as number) ^ 0x10;
      for (const bytes of [flipped, whole.slice(0, at)])
        expect(hex(saveBridge(again(built, bytes)))).toBe(hex(saveBridge(built)));
    }
    const other = buildBridge(harbour.slice(1), { tokenizer });
    expect(hex(saveBridge(again(built, other.readings)))).toBe(hex(saveBridge(built)));
  });

  it("is passed over with another extractor or tokenizer", () => {
    for (const options of [{ names: listedNames() }, { tokenizer: plainWords }]) {
      const fresh = buildBridge(harbour, { tokenizer, ...options });
      expect(hex(saveBridge(again(built, built.readings, options)))).toBe(hex(saveBridge(fresh)));
      expect(hex(saveBridge(again(fresh, fresh.readings)))).toBe(hex(saveBridge(built)));
    }
    const copy = buildBridge(harbour, { tokenizer, names: { ...names() } });
    expect(hex(saveBridge(again(copy, copy.readings)))).toBe(hex(saveBridge(built)));
    // Made of names(), but another: its own functions are asked.
    const silent: NameExtractor = {
      ...names(),
      forCorpus: () => ({ ...names(), extract: () => ({ subjects: [], mentions: [] }) }),
    };
    expect(again(built, built.readings, { names: silent }).links.names).toEqual([]);
  });

  it.each([[undefined], [[]], [[0, 1, 2, 3, 4, 6]], [[0, 1, 2, 3, 4, -2]], [[0, 1, 2, 3, 4, 0.5]]])(
    "is refused with the rows %o",
    (wrong) => {
      const previous = { bridge: built, readings: built.readings, rows: wrong as number[] };
      expect(() => buildBridge(harbour, { tokenizer, previous })).toThrow(
        expect.objectContaining({ code: "invalid-option" }),
      );
    },
  );

  it("is nothing to begin with; a tokenizer must be given", () => {
    expect(buildBridge([], { tokenizer }).links.passageCount).toBe(0);
    expect(() => buildBridge(harbour, {} as never)).toThrow(
      expect.objectContaining({ code: "invalid-option" }),
    );
  });
});
