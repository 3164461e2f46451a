import { describe, expect, it } from "vitest";
import { jsonFrontMatter, tomlFrontMatter, yamlFrontMatter } from "./front-matter.js";

describe("yamlFrontMatter", () => {
  it("reads a title and fields: strings, numbers, booleans, dates as they are written, lists", () => {
    const text = `title: Bees
date: 2021-03-10
tags: [honey, hive]
aliases:
  - Honey book
draft: false
weight: 3
description: >
  Of bees,
  and more.
none: ~
`;
    expect(yamlFrontMatter(text)).toEqual({
      title: "Bees",
      fields: {
        date: "2021-03-10",
        tags: ["honey", "hive"],
        aliases: ["Honey book"],
        draft: false,
        weight: 3,
        description: "Of bees, and more.\n",
      },
      notes: [],
    });
  });

  it("keeps numbers that are written in another way than they are read", () => {
    const text = "version: 1.10\nhouse: 007\nbig: 12345678901234567890\nhex: 0x1F\nplain: 1.5";
    expect(yamlFrontMatter(text)?.fields).toEqual({
      version: "1.10",
      house: "007",
      big: "12345678901234567890",
      hex: "0x1F",
      plain: 1.5,
    });
    expect(yamlFrontMatter("title: 1984")?.title).toBe("1984");
  });

  it("makes fields of fields flat, and lists in lists JSON", () => {
    const text =
      "sidebar:\n  nav: travel\n  at: {x: 1}\nlinks:\n  - a\n  - {text: b, url: c}\n  - [1]";
    expect(yamlFrontMatter(text)?.fields).toEqual({
      "sidebar.nav": "travel",
      "sidebar.at.x": 1,
      links: ["a", '{"text":"b","url":"c"}', "[1]"],
    });
  });

  it("loses no field whose name has a meaning in a passage's metadata", () => {
    const text =
      "source: https://a.example\nstart: 1\nline: 2\nmarkup: x\nrepeated: 3\ntitle: [a]\nend: {a: 1}";
    expect(yamlFrontMatter(text)).toEqual({
      fields: {
        "frontMatter.source": "https://a.example",
        "frontMatter.start": 1,
        "frontMatter.line": 2,
        "frontMatter.markup": "x",
        "frontMatter.repeated": 3,
        "frontMatter.title": ["a"],
        "frontMatter.end.a": 1,
      },
      notes: [],
    });
  });

  it("reads each field by itself where the whole is not valid", () => {
    const text = 'title: Bees: a book\ntags: [a, b]\nbroken: "x\nlist:\n  - one\n';
    expect(yamlFrontMatter(text)).toEqual({
      title: "Bees: a book",
      fields: { tags: ["a", "b"], broken: '"x', list: ["one"] },
      notes: ["Its front matter is not valid YAML. Each field was read by itself."],
    });
  });

  it.each([
    ["prose between two rules", "Just some text."],
    ["a list", "- a\n- b"],
    ["nothing", ""],
    ["what is no field", "Some text: that: goes [on"],
    ["brackets that are nested too deep", `a: ${"[".repeat(60_000)}`],
    ["lists that are nested too deep", "- ".repeat(20_000)],
  ])("takes %s for no front matter", (_, text) => {
    expect(yamlFrontMatter(text)?.fields.a).toBeUndefined();
    if (text.length < 100) expect(yamlFrontMatter(text)).toBeUndefined();
  });

  it("does not let aliases multiply, nor names reach a prototype", () => {
    const bomb = Array.from({ length: 20 }, (_, i) => `a${i}: &a${i} [${`*a${i - 1},`.repeat(9)}]`);
    const text = ["a-1: &a-1 x", ...bomb].join("\n");
    expect(JSON.stringify(yamlFrontMatter(text) ?? {}).length).toBeLessThan(20_000);
    const fields = yamlFrontMatter("__proto__: {x: 1}\nconstructor: y")?.fields ?? {};
    expect(Object.keys(fields)).toEqual(["__proto__.x", "constructor"]);
    expect((fields as { x?: unknown }).x).toBeUndefined();
  });

  it("leaves out fields that are too long for the metadata, and says which", () => {
    const found = yamlFrontMatter(`short: a\nlong: ${"word ".repeat(5_000)}`);
    expect(found?.fields).toEqual({ short: "a" });
    expect(found?.notes).toEqual([expect.stringMatching(/too long .*: long\.$/)]);
  });
});

describe("tomlFrontMatter and jsonFrontMatter", () => {
  it("read the same", () => {
    const toml =
      'title = "Bees"\ndate = 2021-03-10\ntags = ["a"]\n[author]\nname = "Hendry Pask"\n';
    const json =
      '{"title":"Bees","date":"2021-03-10","tags":["a"],"author":{"name":"Hendry Pask"}}';
    const wanted = {
      title: "Bees",
      fields: { date: "2021-03-10", tags: ["a"], "author.name": "Hendry Pask" },
      notes: [],
    };
    expect(tomlFrontMatter(toml)).toEqual(wanted);
    expect(jsonFrontMatter(json)).toEqual(wanted);
  });

  it("take what is none for text", () => {
    expect(tomlFrontMatter("just text")).toBeUndefined();
    expect(jsonFrontMatter("[1]")).toBeUndefined();
    expect(jsonFrontMatter("{")).toBeUndefined();
    expect(jsonFrontMatter(`{"a":${"[".repeat(100_000)}`)).toBeUndefined();
  });
});
