import type { Passage } from "@psi/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyText, partsOf } from "../testing/any-text.js";
import { type OpenText, openText } from "../testing/open-text.js";
import { expectTruePlaces, passagesIn } from "../testing/read-document.js";
import { indexed, shown } from "../testing/shown.js";
import { readMarkdown } from "./read-markdown.js";

const passagesOf = (file: OpenText, mdx = false): Promise<Passage[]> =>
  passagesIn((open) => readMarkdown(open, { mdx }), file);
const read = (text: string, source = "notes.md", tokens = 100): Promise<Passage[]> =>
  passagesOf(openText([text], source, tokens), source.endsWith(".mdx"));
/** What is indexed of a text that is one passage. */
const indexedText = async (text: string, source?: string): Promise<string> =>
  (await read(text, source)).map(indexed).join("\n--\n");
const titlesOf = async (text: string, source?: string): Promise<unknown[]> =>
  (await read(text, source)).map(({ metadata }) => metadata.title);

describe("sections", () => {
  it("begin at headings, which stay in the text, and have the headings above them as title", async () => {
    const text = "# Guide\n\nA.\n\n## Install\n\nB.\n\n### Linux\n\nC.\n\n## Use\n\nD.\n";
    const passages = await read(text);
    expect(
      passages.map(({ id, pageContent, metadata }) => [id, metadata.title, pageContent]),
    ).toEqual([
      ["notes.md#0", "Guide", "# Guide\n\nA."],
      ["notes.md#13", "Guide > Install", "## Install\n\nB."],
      ["notes.md#29", "Guide > Install > Linux", "### Linux\n\nC."],
      ["notes.md#44", "Guide > Use", "## Use\n\nD."],
    ]);
    expect(passages.map(({ metadata }) => metadata.line)).toEqual([1, 5, 9, 13]);
  });

  it("share a heading that has nothing below it with the next, or with the one before", async () => {
    expect(await titlesOf("# Guide\n\n## Install\n\nText.\n")).toEqual(["Guide > Install"]);
    const text =
      "# Guide\n\n## One\n\n## Two\n\nText.\n\n### Bare\n\n## Three\n\nMore.\n\n## Last\n";
    expect((await read(text)).map(({ pageContent }) => pageContent)).toEqual([
      "# Guide\n\n## One\n\n## Two\n\nText.\n\n### Bare",
      "## Three\n\nMore.\n\n## Last",
    ]);
    expect(await titlesOf("# One\n## Two\n")).toEqual(["One > Two"]);
  });

  it.each([
    ["## Name ##", "Name"],
    ["#\tName", "Name"],
    ["Name\n====", "Name"],
    ["Name\r\n--- ", "Name"],
    ["# The `code` of *the* **bold** __one__", "The code of the bold one"],
    ["# See [the guide](https://example.org/a_b) ![logo](x.png)", "See the guide logo"],
    ["# snake_case 2 * 3 * 4 {#anchor}", "snake_case 2 * 3 * 4"],
    ["# Lights { #lights .wide data-x=1 }", "Lights"],
    ["# Lights {: #lights }", "Lights"],
    ["# Lights {/* #lights */}", "Lights"],
    ["# C\\# and C#", "C# and C#"],
    ["# Q&amp;A &lt;b&gt;", "Q&A <b>"],
    ["# A <a id='x'></a><em>b</em>old <!-- c --> one", "A bold one"],
    ["# un*frigging*believable", "unfriggingbelievable"],
    ["# [[page|Oil]] and [[Tolm]]", "Oil and Tolm"],
    ["# [The {{ name }}]({% page '/x/' %})", "[The"],
    ["# 安装   指南", "安装 指南"],
  ])("are titled by %s as a reader sees it", async (heading, title) => {
    expect(await titlesOf(`${heading}\n\nText.`)).toEqual([title]);
  });

  it.each([
    ["a mark without space", "#Name"],
    ["seven marks", "####### Name"],
    ["indented code", "    # Name"],
    ["a fence", "```sh\n# Name\n```"],
    ["a fence with a shorter one inside", "````\n```\n# Name\n````"],
    ["a fence that is never closed", "```\n# Name\n\nName\n===="],
    ["a rule", "Name\n\n---"],
    ["a heading in a quote", "> # Name"],
    ["a heading in an HTML comment", "<!--\n# Name\n-->"],
  ])("do not begin at %s", async (_, text) => {
    expect(await titlesOf(`Before.\n\n${text}\n\nAfter.`)).toEqual(["notes"]);
  });
});

describe("what is indexed", () => {
  it.each([
    ["comments", "One <!-- no\nno --> two.\n\n<!-- no -->", "One\ntwo."],
    ["tags", "H<sub>2</sub>O<br>and <kbd title='no'>Ctrl</kbd>", "H-----2------O and Ctrl"],
    ["tags of blocks", '<div class="no">\n<p>Yes &eacute;</p>\n</div>', "Yes é"],
    ["scripts", "<script>\nno();\n</script>\n\nYes.", "Yes."],
    ["alternative texts", '![a tower](no.png) <img src="no" alt="a light">', "a tower a light"],
    [
      "links",
      '[a link](https://no.no/no "a title"), [two][no]\n\n[no]: <no> "shown"',
      "a link a title , two\nshown",
    ],
    [
      "addresses",
      "See https://a.example/b and <mailto:x@y.z>.",
      "See https://a.example/b and mailto:x@y.z .",
    ],
    [
      "emphasis",
      "They burned _colza_ and __never__ ~~no~~ oil, un*believ*able.",
      "They burned colza and never no oil, un-believ-able.",
    ],
    [
      "code",
      'Run `psi index` now.\n\n```sh title="Terminal" {1,3}\npsi -v\n```',
      "Run psi index now.\nsh Terminal\npsi -v",
    ],
    ["lists", "- [x] one\n* two\n1. three", "one\ntwo\n1 three"],
    ["quotes and callouts", "> [!NOTE]\n> Mind *the* fog.\n> > Twice.", "Mind the fog.\nTwice."],
    ["tables", "| Name | Oil |\n|:-----|----:|\n| Tolm | a\\|b |", "Name Oil\nTolm a-|b"],
    ["footnotes", "Text[^1] here.\n\n[^1]: The note.", "Text here.\nThe note."],
    ["entities and escapes", "caf&eacute; &#65; a\\*b &unknown;", "café A a-*b &unknown;"],
    ["attributes", "Text {.no}. ![x](y){width=50%}\n{: .no #no }", "Text . x"],
    [
      "templates",
      "{% include 'no' %}\nYes {{< no >}} and {{ no }}.\n{* no.py hl[1] *}",
      "Yes and .",
    ],
    ["template links", 'See [the guide]({% page "/no/" %}) now.', "See [the guide now."],
    [
      "wiki links",
      "[[no|shown]], [[page#part]] and ![[picture.png|300]]",
      "shown , page#part and picture.png",
    ],
    ["block names", "A paragraph. ^name-1\n\n- item ^two", "A paragraph.\nitem"],
    ["comments of notes", "One %%no%% two.\n\n%%\nno\n\nno\n%%\n\nThree.", "One two.\nThree."],
    [
      "containers",
      "::: warning The Title\nText.\n:::\n\n:::note[Other]{.no}\nMore.\n:::",
      "The Title\nText.\nOther\nMore.",
    ],
    [
      "slash containers",
      "/// tip | The *Title*\n\nText.\n\n///\n\n::: a.module",
      "The Title\nText.\na.module",
    ],
    [
      "admonitions",
      '!!! note "The Title"\n    Text.\n\n    ```sh\n    run\n    ```\n\n=== "Tab"\n\n    In it.',
      '"The Title"\nText.\nsh\nrun\n"Tab"\nIn it.',
    ],
    [
      "directives",
      '::video[A title]{#no}\n\n:abbr[HTML]{title="no"} at 10:30 in a:b',
      "A title\nHTML at 10:30 in a:b",
    ],
    ["rules", "One.\n\n---\n\nTwo.\n\n* * *", "One.\nTwo."],
    ["front matter", "---\ntitle: no\n---\nText.", "Text."],
  ])("is text without the markup of %s", async (_, text, wanted) => {
    expect(await indexedText(text)).toBe(wanted);
  });

  it("is as long as the source, line by line", async () => {
    const text = "# A {#b}\n\nSome *text* <!-- x\ny --> with [a](b).\n";
    const [passage] = await read(text);
    expect(passage?.pageContent).toBe(text.trimEnd());
  });
});

describe("blocks", () => {
  const code = (lines: number): string =>
    `\`\`\`js title="a.js"\n${'const light = "Tolm";\n'.repeat(lines)}\`\`\`\n`;

  it("that are fences stay whole where they fit", async () => {
    const text = `Some words.\n\n${code(12)}\nMore words.\n\n${code(12)}`;
    for (const { pageContent } of await read(text)) {
      expect((pageContent.match(/^```/gm) ?? []).length % 2).toBe(0);
    }
  });

  it("that are fences repeat their opening line where they are cut", async () => {
    for (const prefix of ["", "> ", "   "]) {
      const fence = code(60).replace(/^/gm, prefix).trimEnd();
      const text = `Some words.\n\n${prefix === "   " ? "1. item\n\n" : ""}${fence}\n\nMore words.\n`;
      const passages = await read(text);
      const parts = passages.filter(({ metadata }) => metadata.repeated !== undefined);
      expect(parts.length).toBeGreaterThan(2);
      for (const { pageContent, metadata } of parts) {
        expect(pageContent).toMatch(/^(?:> )?```js title="a.js"\n/);
        const { start, end, repeated } = metadata as Record<string, number>;
        expect(pageContent.slice(repeated)).toBe(text.slice(start, end));
        expect(indexed({ pageContent, metadata })).toMatch(/^js a.js\nconst light/);
      }
    }
  });

  it("that are tables repeat their header where they are cut", async () => {
    const header = "| Name | Oil |\n|------|-----|\n";
    const text = `${header}${"| Tolm | colza oil |\n".repeat(200)}`;
    const passages = await read(text);
    expect(passages.length).toBeGreaterThan(2);
    for (const { pageContent } of passages) {
      expect(pageContent.startsWith(header)).toBe(true);
      expect(pageContent.endsWith("|")).toBe(true);
    }
  });

  it("that are lists are cut between their items, with what is nested below them", async () => {
    const item = `- ${"word ".repeat(8)}\n  - ${"inner ".repeat(8)}\n  - last\n`;
    for (const { pageContent } of await read(item.repeat(30))) {
      expect(`${pageContent}\n`.replaceAll(item, "")).toBe("");
    }
  });

  it("in a container stay together where they fit", async () => {
    const note = `::: tip Title\n\n${"Some words here. ".repeat(6)}\n\n- one\n- two\n\n:::\n`;
    const passages = await read(
      `${`${"word ".repeat(60)}\n\n`.repeat(2)}${note}\n${"word ".repeat(90)}\n`,
    );
    expect(passages.some(({ pageContent }) => pageContent.includes(note.trimEnd()))).toBe(true);
  });
});

describe("titles", () => {
  it("have the front matter's title above the headings, once", async () => {
    const front = "---\r\ntitle: The &amp; *Guide*\r\n---\r\n";
    expect(await titlesOf(`${front}# Install\n\nA.\n\n# Use\n\nB.`)).toEqual([
      "The & Guide > Install",
      "The & Guide > Use",
    ]);
    expect(await titlesOf(`${front}# the & guide\n\nA.\n\n## Use\n\nB.`)).toEqual([
      "The & Guide",
      "The & Guide > Use",
    ]);
  });

  it("have the file's name where it says more than the heading", async () => {
    expect(await titlesOf("# Overview\n\nA.\n\n## Use\n\nB.", "guide/backup-restore.md")).toEqual([
      "backup restore > Overview",
      "backup restore > Overview > Use",
    ]);
    expect(await titlesOf("Just text.", "2024-05-01.md")).toEqual(["2024-05-01"]);
    expect(await titlesOf("# Lights\n\nA.", "notes.md")).toEqual(["Lights"]);
  });
});

describe("MDX", () => {
  it("hides imports, exports, expressions and tags, and keeps the text between", async () => {
    const text =
      'import Tabs from \'@theme/Tabs\'\nexport const x = 1\n\n# Title {/* #id */}\n\n<Tabs a={1} b="no">\n  <TabItem>\n\n  Text {props.no} and <Badge>kept</Badge> <Img alt="a light" />.\n\n  </TabItem>\n</Tabs>\n';
    const passages = await read(text, "page.mdx");
    expect(shown(passages)).toEqual([["Title", "Title\nText and kept a light ."]]);
  });

  it("is read as Markdown where it is not valid, with a note", async () => {
    const file = openText(["# Title\n\nText {that is not closed <b>x</b>.\n"], "page.mdx");
    expect(shown(await passagesOf(file, true))).toEqual([
      ["Title", "Title\nText {that is not closed x ."],
    ]);
    expect(file.notes).toEqual([expect.stringMatching(/^is not valid MDX .* read as Markdown$/)]);
  });
});

describe("readMarkdown", () => {
  it("has true places and nothing but white space and front matter left out, for any text", async () => {
    const bits = fc.constantFrom(
      ..."# Heading\n,\n\n,- item\n,  - inner\n,> quote\n,| a | b |\n|---|---|\n| 1 | 2 |\n,```js\ncode\n```\n,`,**,*a*,_b_,[x](y),[x][y],[y]: z\n,<b>,</b>,<!-- c -->,&amp;,{#id},{{ x }},%%,::: tip\n,:::\n,!!! note\n,    indented\n,[[a|b]],^id\n,---\n,===\n,Title\n,$$,\\,\r\n,桥。, word"
        .replace(/,,/g, ",")
        .split(","),
    );
    const text = fc.oneof(
      anyText,
      fc.array(bits, { maxLength: 60 }).map((parts) => parts.join("")),
    );
    await fc.assert(
      fc.asyncProperty(text, fc.boolean(), async (given, mdx) => {
        const source = given.replace(/^\ufeff+/, "");
        const file = openText([source], mdx ? "a.mdx" : "a.md", 20);
        const passages = await passagesOf(file, mdx);
        expectTruePlaces(passages, source);
        for (const passage of passages) expect(indexed(passage)).not.toBe("");
      }),
      { numRuns: 150 },
    );
  });

  it("reads a long text a stretch at a time, the same however it is parted", async () => {
    const section = (i: number): string =>
      `## Part ${i}\n\n${`The keeper wrote *${i}*. `.repeat(20)}\n\n- one\n- two\n\n`;
    const text = `# Log\n\nOf a year.\n\n${Array.from({ length: 300 }, (_, i) => section(i)).join("")}`;
    const whole = await read(text);
    expect(text.length).toBeGreaterThan(131_072);
    const cuts = [1, 65_536, 65_537, 100_000, 131_072];
    expect(await passagesOf(openText(partsOf(text, cuts)))).toEqual(whole);
    for (let i = 0; i < 300; i++) {
      const titled = whole.filter(({ metadata }) => metadata.title === `Log > Part ${i}`);
      expect(titled[0]?.pageContent.startsWith(`## Part ${i}\n`)).toBe(true);
    }
    const bare = (parts: readonly string[]): string => parts.join("").replace(/\s/g, "");
    expect(bare(whole.map(({ pageContent }) => pageContent))).toBe(bare([text]));
  });

  it("goes on with a fence and a table that are longer than a stretch", async () => {
    const rows = "| Tolm | colza oil |\n".repeat(8_000);
    const table = `| Name | Oil |\n|---|---|\n${rows}\nAfter.\n`;
    for (const { pageContent } of (await read(table)).slice(0, -1)) {
      expect(pageContent.startsWith("| Name | Oil |\n|---|---|\n| Tolm")).toBe(true);
    }
    const fence = `\`\`\`py\n${"# not a heading\n".repeat(10_000)}\`\`\`\n\n# Heading\n\nAfter.\n`;
    const passages = await read(fence, "notes.md");
    for (const { pageContent } of passages.slice(0, -1))
      expect(pageContent).toMatch(/^```py\n# not/);
    expect(passages.at(-1)?.pageContent).toBe("# Heading\n\nAfter.");
    expect(passages.at(-1)?.metadata.line).toBe(10_004);
  });

  it("parts an endless line between words, and no line break of two characters", async () => {
    const line = "Keeper of the light, ".repeat(10_000);
    for (const { pageContent } of await read(line)) {
      expect(pageContent).toMatch(/^(?:Keeper|of|the|light,) .*(?:Keeper|of|the|light,)$/);
    }
    for (let shift = 0; shift < 3; shift++) {
      const text = `${"x".repeat(shift)}${"ab cd\r\n".repeat(20_000)}`;
      expectTruePlaces(await read(text), text);
    }
  });

  it.each([
    ["quotes", "> ".repeat(30_000)],
    ["lists", "- ".repeat(30_000)],
    ["links in links", "[a](".repeat(20_000)],
    ["brackets", "[a] ".repeat(30_000)],
    ["emphasis", "**a *b _c ".repeat(10_000)],
    ["code marks", "`a ``b ".repeat(15_000)],
    ["one endless line", "x".repeat(200_000)],
  ])("takes deep or endless %s for text, and bounds the work", async (_, text) => {
    const file = openText([text]);
    const passages = await passagesOf(file);
    const bare = (all: string): string => all.replace(/\s/g, "");
    expect(bare(passages.map(({ pageContent }) => pageContent).join(""))).toBe(bare(text));
    if (text.includes(" ")) expect(file.notes.join()).toMatch(/it was read as plain text/);
  });

  it("reads braces of MDX that are nested too deep as Markdown", async () => {
    const file = openText([`# Title\n\n${"{(".repeat(500)}`], "a.mdx");
    expect((await passagesOf(file, true)).length).toBeGreaterThan(1);
    expect(file.notes).toEqual(["is nested too deep for MDX and was read as Markdown"]);
  });

  it("has nothing for a text without text", async () => {
    for (const text of ["", "\n\n", "---\ntitle: x\n---\n", "<!-- no -->\n\n---\n"]) {
      expect(await read(text)).toEqual([]);
    }
  });
});
