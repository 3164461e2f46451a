import { multilingual } from "@psi/sparse";
import pico from "picocolors";
import { describe, expect, it } from "vitest";
import { noUsage } from "../usage-sum.js";
import { type AnswerView, costLine, noteLines, sourceLines, textLines } from "./answer.js";
import { columns } from "./columns.js";
import type { CitationView } from "./evidence-view.js";
import { matcher } from "./matches.js";

const style = (width = 80, colours = false) => ({
  width,
  paint: pico.createColors(colours),
  match: matcher("Who paid for the lamp?", multilingual()),
});
const citation = (
  number: number,
  text: string,
  more: Partial<CitationView> = {},
): CitationView => ({
  number,
  passageId: `lamp-${number}`,
  start: 10,
  end: 10 + text.length,
  text,
  ...more,
});
const view = (citations: readonly CitationView[], more: Partial<AnswerView> = {}): AnswerView => ({
  text: "Edda Voss [1].",
  answered: true,
  ending: "answered",
  citations,
  evidence: [],
  notes: [],
  usage: noUsage,
  rounds: 1,
  ...more,
});

describe("textLines", () => {
  it("keeps lines, wraps them, and marks what is cited", () => {
    const answer = view([], { text: `First. [1]\n${"word ".repeat(12)}[2, 13] \u001b[2J[x] [7` });
    expect(textLines(answer, style(40, true))).toEqual([
      "First. \u001b[36m[1]\u001b[39m",
      "word word word word word word word word",
      "word word word word \u001b[36m[2, 13]\u001b[39m [x] [7",
    ]);
  });

  it.each([
    ["answered", "Not mentioned"],
    ["retrievals", "Not mentioned"],
    ["timeout", "No answer."],
    ["failed", "No answer."],
    ["aborted", "No answer."],
  ] as const)("says of one that ended as %s: %s", (ending, said) => {
    const none = view([], { text: "Not mentioned", answered: false, ending });
    expect(textLines(none, style())).toEqual([said]);
  });
});

describe("sourceLines", () => {
  it("shows what each number stands for: passage, file and lines, and the cited words", () => {
    const lamp = { title: "The lamp", source: "lamp.md" };
    const citations = [
      citation(1, "Edda Voss paid for it.", { ...lamp, sourceLines: { first: 3, last: 4 } }),
      citation(1, "It burnt.", { ...lamp, sourceLines: { first: 7, last: 7 } }),
      citation(12, "A ship was sold.", { source: "ships.jsonl", title: "Ships" }),
    ];
    expect(sourceLines(view(citations), style())).toEqual([
      "",
      "Sources",
      "[1] The lamp · lamp.md:3-4, 7",
      "    Edda Voss paid for it.",
      "    It burnt.",
      "[12] Ships · lamp-12 · ships.jsonl",
      "     A ship was sold.",
    ]);
  });

  it("names a passage without title or file by its id", () => {
    expect(sourceLines(view([citation(3, "So.")]), style())[2]).toBe("[3] lamp-3");
  });

  it("says nothing twice that the answer quotes, and nothing where nothing is cited", () => {
    const quoting = view([citation(1, "Edda  paid.")], { text: "Edda paid. [1]" });
    expect(sourceLines(quoting, style())).toEqual(["", "Sources", "[1] lamp-1"]);
    expect(sourceLines(view([]), style())).toEqual([]);
  });

  it("marks the question's words, and cuts what is longer than three lines, at any width", () => {
    const long = citation(1, `${"dark ".repeat(80)} Edda paid for the lamp ${"light ".repeat(80)}`);
    for (const width of [40, 80, 120]) {
      const lines = sourceLines(view([long]), style(width));
      expect(lines.length).toBeLessThanOrEqual(6);
      expect(Math.max(...lines.map(columns))).toBeLessThanOrEqual(width);
      expect(lines.join(" ").replace(/\s+/g, " ")).toContain("paid for the lamp");
    }
    expect(sourceLines(view([long]), style(80, true)).join("")).toContain(
      "\u001b[1mpaid\u001b[22m",
    );
  });

  it("lets no control character of a file through", () => {
    const bad = citation(1, "a\u001b[2Jb", { title: "t\u0007", source: "s\u202e.md" });
    expect(sourceLines(view([bad]), style()).join("")).toBe("Sources[1] t · lamp-1 · s.md    ab");
  });
});

describe("noteLines and costLine", () => {
  it("say what a reader should know, and what it cost", () => {
    expect(noteLines(["It was cut\nshort."], style())).toEqual(["Note: It was cut short."]);
    expect(costLine(view([], { rounds: 2 }), style())).toEqual([
      "2 rounds, 0 passages · no model · 0.00 s",
    ]);
  });
});
