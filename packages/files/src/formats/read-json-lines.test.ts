import type { Passage } from "@psi/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyText, listOf, partsOf } from "../testing/any-text.js";
import { openText } from "../testing/open-text.js";
import { readJsonLines } from "./read-json-lines.js";

const read = (...parts: string[]): Promise<Passage[]> =>
  listOf(readJsonLines(openText(parts, "data.jsonl")));
/** What is left out, as "line: reason". */
const leftOutOf = async (...parts: string[]): Promise<string[]> => {
  const file = openText(parts, "data.jsonl");
  await listOf(readJsonLines(file));
  return file.leftOut.map(({ line, reason }) => `${line}: ${reason}`);
};

describe("readJsonLines", () => {
  it("makes each line one passage, with its fields and its place", async () => {
    const first = '{"id":"a","title":"T","text":"One.","year":1901,"tags":["x"]}\n';
    const second = '{"text":"Two.","title":1984}';
    expect(await read(`${first}\r\n${second}`)).toEqual([
      {
        id: "a",
        pageContent: "One.",
        metadata: {
          source: "data.jsonl",
          start: 0,
          end: first.length,
          line: 1,
          title: "T",
          year: 1901,
          tags: ["x"],
        },
      },
      {
        id: "data.jsonl:3",
        pageContent: "Two.",
        metadata: {
          source: "data.jsonl",
          start: first.length + 2,
          end: first.length + 2 + second.length,
          line: 3,
          title: 1984,
        },
      },
    ]);
  });

  it("keeps any text whole, however the file is parted", async () => {
    const texts = fc.array(anyText, { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(texts, fc.array(fc.nat(), { maxLength: 5 }), async (given, cuts) => {
        const file = given.map((text, id) => `${JSON.stringify({ id, text })}\n`).join("");
        const passages = await read(...partsOf(file, cuts));
        const kept = given.flatMap((text, id) => (text.trim() === "" ? [] : [[text, String(id)]]));
        expect(passages.map(({ pageContent, id }) => [pageContent, id])).toEqual(kept);
        for (const { metadata, pageContent } of passages) {
          const line = JSON.parse(file.slice(metadata.start as number, metadata.end as number));
          expect(line.text).toBe(pageContent);
        }
      }),
    );
  });

  it("takes a last line without a line break, a line of 5 MB, and no lines", async () => {
    expect(await read('{"text":"a"}\n{"text":"b"}')).toHaveLength(2);
    const text = "word ".repeat(1_000_000);
    const [passage] = await read(...partsOf(JSON.stringify({ text }), [1_000, 65_536, 2_000_000]));
    expect(passage?.pageContent.length).toBe(text.length);
    expect(await read("")).toEqual([]);
    expect(await read("\n \n\r\n")).toEqual([]);
  });

  it("lets the line's own fields win, and its odd ones do no harm", async () => {
    const [passage] = await read(
      '{"text":"a","source":"The Gazette","start":"May","__proto__":{"x":1}}',
    );
    expect(passage?.metadata).toMatchObject({ source: "The Gazette", start: "May" });
    expect(passage?.metadata.x).toBeUndefined();
    const [untitled] = await read('{"text":"a","title":null,"id":null}');
    expect(untitled).toMatchObject({ id: "data.jsonl:1", metadata: { title: null } });
  });

  it("counts records whose text is blank", async () => {
    const file = openText(['{"text":" \\n"}\n{"text":"a"}\n{"text":""}\n'], "data.jsonl");
    expect(await listOf(readJsonLines(file))).toHaveLength(1);
    expect(file.blank()).toBe(2);
  });

  it.each([
    ["malformed JSON", '{"text":"a"}\n{"text": "b",}', '2: is not JSON at character 14: near "}"'],
    ["malformed JSON after space", '  {"text": b}', '1: is not JSON at character 12: near "b}"'],
    ["a line that is cut", '{"text":"a"}\n{"text":"b', "2: is not JSON at character 11: it ends"],
    ["an array", '["a"]', "1: is not a JSON object"],
    ["a number", "7", "1: is not a JSON object"],
    ["null", "null", "1: is not a JSON object"],
    ["no text", '{"id":"a"}', '1: has no "text"'],
    ["a text that is null", '\n{"text":null}', '2: has a "text" that is null'],
    ["a text that is a number", '{"text":7}', '1: has a "text" that is a number'],
    ["a text that is an array", '{"text":["a"]}', '1: has a "text" that is an array'],
    ["a text that is an object", '{"text":{}}', '1: has a "text" that is an object'],
    ["a title that is a list", '{"text":"a","title":["b"]}', '1: has a "title" that is an array'],
    ["a title that is an object", '{"text":"a","title":{}}', '1: has a "title" that is an object'],
    ["an id that is an object", '{"id":{},"text":"a"}', '1: has an "id" that is an object'],
    ["an empty id", '{"id":"","text":"a"}', '1: has an "id" that is empty'],
  ])("leaves out %s, with its line, and reads the others", async (_, text, message) => {
    const [left, ...others] = await leftOutOf(`${text}\n`);
    expect(left).toContain(message);
    expect(others).toEqual([]);
    expect(await read(`${text}\n{"text":"last"}`)).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ pageContent: "last" })]),
    );
  });

  it("leaves out a line that memory has no room for, and counts it as one", async () => {
    const endless = [...new Array(70).fill("x".repeat(1_048_576)), '\n{"text":"a"}\n{}'];
    expect(await leftOutOf(...endless)).toEqual([
      "1: is longer than 67108864 characters.",
      expect.stringMatching(/^3: has no "text"/),
    ]);
  });
});
