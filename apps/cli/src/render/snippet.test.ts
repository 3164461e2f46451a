import { multilingual } from "@psi/sparse";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { columns } from "./columns.js";
import { matcher } from "./matches.js";
import { snippet } from "./snippet.js";

const text =
  "The harbour was small. A ship came twice a year with oil. Its captain, Edda Voss, paid for the lamp. " +
  "Nobody knew why she did it. The town has forgotten her.";
const matching = (query: string) => matcher(query, multilingual());

describe("snippet", () => {
  it("is the whole text when that fits", () => {
    expect(snippet(text, matching("lamp"), 200)).toBe(text);
  });

  it("is the sentence with most of the query's words, and what fits around it", () => {
    expect(snippet(text, matching("captain lamp"), 50)).toBe(
      "… Its captain, Edda Voss, paid for the lamp. …",
    );
    expect(snippet(text, matching("captain lamp"), 75)).toBe(
      "… Its captain, Edda Voss, paid for the lamp. Nobody knew why she did it. …",
    );
  });

  it("begins with the text when no word is shared", () => {
    expect(snippet(text, matching("elephants"), 40)).toBe("The harbour was small. …");
  });

  it("cuts a long sentence a little before its first match", () => {
    const long = `${"word ".repeat(60)}lamp ${"more ".repeat(60)}`.trim();
    const shown = snippet(long, matching("lamp"), 60);
    expect(shown).toMatch(/^…word .*lamp more .*…$/);
    expect(columns(shown)).toBeLessThanOrEqual(60);
  });

  it("cuts Chinese by what a terminal shows", () => {
    const shown = snippet("灯塔的看守人走了".repeat(30), matching("灯塔"), 40);
    expect(shown).toMatch(/^灯塔.*…$/);
    expect(columns(shown)).toBeLessThanOrEqual(40);
  });

  it("always fits and says nothing that is not in the text", () => {
    const words = fc.array(
      fc.constantFrom("lamp", "sea.", "漢字", "a", "Voss,", "unbroken".repeat(9)),
      {
        maxLength: 60,
      },
    );
    fc.assert(
      fc.property(words, fc.integer({ min: 20, max: 120 }), (parts, width) => {
        const whole = parts.join(" ");
        const shown = snippet(whole, matching("lamp"), width);
        expect(columns(shown)).toBeLessThanOrEqual(width);
        expect(whole).toContain(shown.replace(/^… ?| ?…$/g, ""));
      }),
    );
  });
});
