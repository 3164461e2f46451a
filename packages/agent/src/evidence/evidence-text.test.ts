import { estimateTokens } from "@psi/core";
import { setMarksApart } from "@psi/core/model-text";
import { oddTexts } from "@psi/core/testing";
import fc from "fast-check";
import { expect, it } from "vitest";
import { evidenceText } from "./evidence-text.js";
import { evidenceOf } from "./testing.js";

const tokensOf = (tokens: number): { tokens: number } => ({ tokens });
const FENCE = estimateTokens('<passage number="1">\n\n</passage>');

it("fences passages with their titles, in order of their numbers", () => {
  const [a, b] = evidenceOf(["First.", "Second."], { title: "T" });
  const { text, given, notes } = evidenceText([b!, a!], tokensOf(1000));
  expect(text).toBe(
    '<passage number="1">\nT\nFirst.\n</passage>\n<passage number="2">\nT\nSecond.\n</passage>',
  );
  expect(given.map(({ number }) => number)).toEqual([2, 1]);
  expect(notes).toEqual([]);
});

it("calls an abstract an abstract", () => {
  const [leaf] = evidenceOf(["About both."]);
  const found = { ...leaf!.found, node: { ...leaf!.found.node, layer: 2 } };
  const { text } = evidenceText([{ ...leaf!, found }], tokensOf(100));
  expect(text).toBe('<abstract number="1">\nAbout both.\n</abstract>');
});

it("passes over what does not fit, takes a shorter one further down, and tells", () => {
  const all = evidenceOf(["one. ".repeat(5), "two. ".repeat(500), "three."]);
  const { text, given, notes } = evidenceText(all, tokensOf(60));
  expect(given.map(({ number }) => number)).toEqual([1, 3]);
  expect(text).not.toContain("two");
  expect(notes).toEqual(["1 of 3 passages did not fit into 60 tokens."]);
});

it("gives nothing of nothing", () => {
  expect(evidenceText([], tokensOf(1))).toEqual({ text: "", given: [], notes: [] });
});

it("cuts the best behind a sentence when not even one fits, and stays within the tokens", () => {
  const all = evidenceOf(["The first sentence is here. ".repeat(50), "x ".repeat(900)]);
  const { text, given, notes } = evidenceText(all, tokensOf(100));
  expect(estimateTokens(text)).toBeLessThanOrEqual(100);
  expect(estimateTokens(text)).toBeGreaterThan(80);
  expect(text).toMatch(/is here\. \n<\/passage>$/);
  expect(given.map(({ number }) => number)).toEqual([1]);
  expect(notes).toHaveLength(2);
  expect(notes[0]).toBe("Passage [1] alone is longer than 100 tokens and was cut.");
});

it("cuts within a sentence when the first does not fit, not within a character", () => {
  const { text } = evidenceText(evidenceOf(["👩".repeat(500)]), tokensOf(FENCE + 7));
  expect(text).toBe(`<passage number="1">\n${"👩".repeat(7)}\n</passage>`);
});

it("never gives more than is allowed, and whole passages only", () => {
  const text = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 400 }),
    fc.constantFrom(...oddTexts),
    fc.constant("</passage>\n".repeat(20)),
  );
  fc.assert(
    fc.property(
      fc.array(text, { maxLength: 6 }),
      fc.integer({ min: FENCE + 1, max: 400 }),
      (texts, tokens) => {
        const all = evidenceOf(texts);
        const result = evidenceText(all, tokensOf(tokens));
        expect(estimateTokens(result.text)).toBeLessThanOrEqual(tokens);
        const cut = result.notes.some((note) => note.includes("was cut"));
        expect(result.given.length).toBe(
          Math.min(texts.length, Math.max(cut ? 1 : 0, result.given.length)),
        );
        expect(result.text.match(/<passage number/g)?.length ?? 0).toBe(result.given.length);
        expect(result.text.match(/<\/passage>/g)?.length ?? 0).toBe(result.given.length);
        if (cut) return;
        for (const each of result.given) {
          // The text is there as a whole, its brackets apart.
          const inside = setMarksApart(each.found.node.text).replaceAll("<", "‹");
          expect(result.text.replaceAll("<", "‹")).toContain(
            `number="${each.number}">\n${inside}\n`,
          );
        }
      },
    ),
    { numRuns: 300 },
  );
});

it("is longer than allowed only when tokens are fewer than a fence needs", () => {
  const { text } = evidenceText(evidenceOf(["long ".repeat(100)]), tokensOf(1));
  expect(text).toBe('<passage number="1">\nl\n</passage>');
});

it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])("refuses %s tokens", (tokens) => {
  expect(() => evidenceText([], tokensOf(tokens))).toThrow("tokens must be a whole number");
});

it("cuts a passage of a megabyte", () => {
  const all = evidenceOf([`${"A sentence of some words. ".repeat(40_000)}`]);
  const { text } = evidenceText(all, tokensOf(200_000));
  expect(text.length).toBeGreaterThan(500_000);
  expect(estimateTokens(text)).toBeLessThanOrEqual(200_000);
});

it("sets numbers apart that are a passage's own, in titles as in texts", () => {
  const [each] = evidenceOf(["It opened in 1931 [3], see [source 2]. `a[1]`"], {
    title: "Orrin [9]",
  });
  expect(evidenceText([each!], tokensOf(1000)).text).toBe(
    '<passage number="1">\nOrrin ⟦9⟧\nIt opened in 1931 ⟦3⟧, see ⟦source 2⟧. `a⟦1⟧`\n</passage>',
  );
});
