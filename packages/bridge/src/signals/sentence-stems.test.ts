import { sentences } from "@psi/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildLinks } from "../build-links.js";
import { listAt } from "../lists.js";
import { harbour, harbourBridge, plainWords } from "./harbour.js";
import { sentenceStems } from "./sentence-stems.js";

describe("sentenceStems", () => {
  const { links, stems } = harbourBridge();
  const textOf = (sentence: number, row: number): string => {
    const [start, end] = stems.spans.subarray(2 * sentence, 2 * sentence + 2);
    return (harbour[row]?.text ?? "").slice(start, end);
  };

  it("holds each sentence's span and its different stems", () => {
    harbour.forEach(({ text }, row) => {
      const cut = sentences(text);
      const first = stems.firstSentences[row] as number;
      expect((stems.firstSentences[row + 1] as number) - first).toBe(cut.length);
      cut.forEach(({ start, end }, place) => {
        expect(textOf(first + place, row)).toBe(text.slice(start, end));
        const words = new Set(plainWords.tokenize(text.slice(start, end)));
        const held = Array.from(
          listAt(stems.sentences, first + place),
          (stem) => stems.stems[stem] as string,
        );
        expect(new Set(held)).toEqual(words);
      });
    });
  });

  it("knows in which sentence a name stands", () => {
    const pask = links.idOf("Hendry Pask");
    const entry = [...listAt(stems.names, 0)].indexOf(pask) + (stems.names.offsets[0] as number);
    const places = [...listAt(stems.naming, entry)];
    expect(places.map((sentence) => textOf(sentence, 0).trim())).toEqual([
      "She was built by Hendry Pask in 1840.",
    ]);
  });

  it("weighs a stem by the passages that have it", () => {
    harbour.forEach((_, row) => {
      for (const stem of listAt(stems.passages, row)) {
        const word = stems.stems[stem] as string;
        const count = harbour.filter(({ title = "", text }) =>
          plainWords.tokenize(`${title}\n${text}`).includes(word),
        ).length;
        expect(stems.weights[stem]).toBeCloseTo(Math.log(1 + harbour.length / (1 + count)), 5);
      }
    });
  });

  it("takes any text, and refuses links of other passages", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: "binary", maxLength: 60 }), { minLength: 1, maxLength: 5 }),
        (texts) => {
          const passages = texts.map((text) => ({ text }));
          const built = sentenceStems(passages, buildLinks(passages), plainWords);
          expect(built.firstSentences).toHaveLength(texts.length + 1);
        },
      ),
      { numRuns: 50 },
    );
    expect(() => sentenceStems([], links, plainWords)).toThrow(
      expect.objectContaining({ code: "invalid-option" }),
    );
  });

  it("finds each of very many names of one passage in its sentence", () => {
    const many = Array.from(
      { length: 20_000 },
      (_, i) => `Aa${i.toString(36)} Bb${(i * 7).toString(36)}`,
    ).join(", ");
    const passages = [{ text: many }, { text: many }];
    const { names, naming } = sentenceStems(passages, buildLinks(passages), plainWords);
    expect(names.values).toHaveLength(2 * 20_000);
    expect(naming.offsets).toHaveLength(2 * 20_000 + 1);
  });
});
