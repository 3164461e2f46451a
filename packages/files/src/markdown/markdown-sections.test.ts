import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyText, partsOf } from "../testing/any-text.js";
import { type SectionPart, sectionCutter } from "./markdown-sections.js";

const cut = (parts: readonly string[]): SectionPart[] => {
  const cutter = sectionCutter();
  return [...parts.flatMap((part) => cutter.push(part)), ...cutter.end()];
};
/** Title and text of each section. */
const sectionsOf = (...parts: string[]): [string | undefined, string][] => {
  const sections: [string | undefined, string][] = [];
  for (const { text, begins, title } of cut(parts)) {
    const last = sections.at(-1);
    if (begins || last === undefined) sections.push([title, text]);
    else last[1] += text;
  }
  return sections;
};
const titlesOf = (text: string): (string | undefined)[] => sectionsOf(text).map(([title]) => title);

describe("sectionCutter", () => {
  it("loses nothing, and does not depend on how the text is parted", () => {
    fc.assert(
      fc.property(anyText, fc.array(fc.nat(), { maxLength: 6 }), (text, cuts) => {
        const whole = sectionsOf(text);
        expect(whole.map(([, each]) => each).join("")).toBe(text);
        expect(sectionsOf(...partsOf(text, cuts))).toEqual(whole);
      }),
      { numRuns: 300 },
    );
  });

  it("names each section by its headings, and keeps them in the text", () => {
    const text = "Intro.\n# Guide\nA.\n## Install\nB.\n### Linux\nC.\n## Use\nD.\n# End\nE.";
    expect(sectionsOf(text)).toEqual([
      [undefined, "Intro.\n"],
      ["Guide", "# Guide\nA.\n"],
      ["Guide > Install", "## Install\nB.\n"],
      ["Guide > Install > Linux", "### Linux\nC.\n"],
      ["Guide > Use", "## Use\nD.\n"],
      ["End", "# End\nE."],
    ]);
  });

  it("puts a heading with nothing below it but a deeper one into that one's section", () => {
    expect(sectionsOf("# Guide\n\n## Install\n\nText.\n")).toEqual([
      ["Guide > Install", "# Guide\n\n## Install\n\nText.\n"],
    ]);
    expect(titlesOf("# One\n# Two\nText.")).toEqual(["One", "Two"]);
    expect(titlesOf("\n\n# One\nText.")).toEqual(["One"]);
  });

  it("knows headings by every sign", () => {
    for (const heading of [
      "# Name",
      "   # Name ##",
      "#\tName",
      "Name\n====",
      "Name\r\n--- ",
      "## Name #",
    ]) {
      expect(titlesOf(`Before.\n\n${heading}\nText.`)).toEqual([undefined, "Name"]);
    }
    expect(titlesOf("Before.\r\r# Name\rText.")).toEqual([undefined, "Name"]);
  });

  it.each([
    ["a mark without space", "#Name"],
    ["seven marks", "####### Name"],
    ["indented code", "    # Name"],
    ["a fence", "```sh\n# Name\n```"],
    ["a fence with a shorter one inside", "````\n```\n# Name\n````"],
    ["a fence of the other kind inside", "~~~\n```\n# Name\n~~~"],
    ["a fence that is never closed", "```\n# Name\n\nName\n===="],
    ["a rule between paragraphs", "Name\n\n---"],
    ["a list above a rule", "- Name\n---"],
    ["a table", "| a | b |\n---"],
    ["a quote", "> Name\n---"],
    ["two lines above a rule", "One line\nand another\n---"],
    ["a line of 5,000 characters", `# ${"x".repeat(5_000)}`],
  ])("takes %s for no heading", (_, text) => {
    expect(titlesOf(`Before.\n\n${text}\n\nAfter.`)).toEqual([undefined]);
  });

  it("finds headings behind a closed fence", () => {
    expect(titlesOf("```js\n# no\n```\n# Yes\nText.")).toEqual([undefined, "Yes"]);
    expect(titlesOf("``` one line ```\n# Yes\nText.")).toEqual([undefined, "Yes"]);
  });

  it.each([
    ["# The `code` of *the* **bold** __one__", "The code of the bold one"],
    ["# See [the guide](https://example.org/a_b) ![logo](x.png)", "See the guide logo"],
    ["# snake_case 2 * 3 * 4 {#anchor}", "snake_case 2 * 3 * 4"],
    ["# C\\# and C#", "C# and C#"],
    ["# 安装   指南", "安装 指南"],
  ])("reads %s as a reader does", (heading, title) => {
    expect(titlesOf(`${heading}\nText.`)).toEqual([title]);
  });

  it("takes an empty heading for one without a name", () => {
    expect(titlesOf("# One\nA.\n##\nB.\n### Three\nC.")).toEqual(["One", "One", "One > Three"]);
    expect(titlesOf("#\nText.")).toEqual([undefined]);
  });

  it.each([
    ["title: Guide", "Guide"],
    ["title:  Guide  # the first", "Guide"],
    ['date: 2020\ntitle: "A \\"new\\" guide: one" # x', 'A "new" guide: one'],
    ["title: 'It''s #1'", "It's #1"],
    ["title: C# for all", "C# for all"],
    ["title: >\n  folded", undefined],
    ["title:", undefined],
    ["subtitle: x", undefined],
  ])("reads the title of front matter: %s", (yaml, title) => {
    expect(sectionsOf(`---\n${yaml}\n---\nText.\n`)).toEqual([
      [title, `---\n${yaml}\n---\nText.\n`],
    ]);
  });

  it("puts front matter's title above all headings, once", () => {
    const front = "---\r\ntitle: Guide\r\n---\r\n";
    expect(titlesOf(`${front}# Install\nA.\n# Use\nB.`)).toEqual([
      "Guide > Install",
      "Guide > Use",
    ]);
    expect(titlesOf(`${front}# Guide\nA.\n## Use\nB.`)).toEqual(["Guide", "Guide > Use"]);
    expect(sectionsOf(`${front}# Guide\nA.`)).toHaveLength(1);
  });

  it("takes a rule at the top for front matter only when it is closed", () => {
    expect(titlesOf("---\n# Name\nText.")).toEqual([undefined, "Name"]);
    expect(titlesOf(`---\n${"x: y\n".repeat(600)}---\n# Name\nText.`)).toEqual([undefined, "Name"]);
    expect(titlesOf("---")).toEqual([undefined]);
  });

  it("gives text out as it comes, not at the end", () => {
    const cutter = sectionCutter();
    cutter.push("# One\n");
    expect(
      cutter
        .push("Text.\n".repeat(10))
        .map(({ text }) => text)
        .join(""),
    ).toContain("# One");
    const blank = sectionCutter();
    const given = Array.from({ length: 100 }, () => blank.push("\n".repeat(10_000))).flat();
    expect(given.map(({ text }) => text).join("").length).toBeGreaterThan(900_000);
  });

  it("takes time in proportion to the length of hard lines", () => {
    for (const line of [" #".repeat(2_000), `# ${"* ".repeat(2_000)}`, `# ${"[".repeat(4_000)}`]) {
      const start = performance.now();
      sectionsOf(`${line}\n`.repeat(50));
      expect(performance.now() - start).toBeLessThan(5_000);
    }
  });
});
