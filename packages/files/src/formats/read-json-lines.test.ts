import { isPsiError, type Passage } from "@psi/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyText, listOf, partsOf, streamOf } from "../testing/any-text.js";
import { readJsonLines } from "./read-json-lines.js";

const read = (...parts: string[]): Promise<Passage[]> =>
  listOf(readJsonLines(streamOf(parts), "data.jsonl"));
const problemOf = async (text: string): Promise<string> => {
  const thrown: unknown = await read(text).catch((error: unknown) => error);
  return isPsiError(thrown, "unreadable-input") ? thrown.message : String(thrown);
};

describe("readJsonLines", () => {
  it("makes each line one passage, with its fields and its place", async () => {
    const first = '{"id":"a","title":"T","text":"One.","year":1901,"tags":["x"]}\n';
    const second = '{"text":"Two."}';
    expect(await read(`${first}\r\n${second}`)).toEqual([
      {
        id: "a",
        pageContent: "One.",
        metadata: {
          source: "data.jsonl",
          start: 0,
          end: first.length,
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
        expect(passages.map(({ pageContent }) => pageContent)).toEqual(given);
        expect(passages.map(({ id }) => id)).toEqual(given.map((_, id) => String(id)));
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

  it.each([
    ["malformed JSON", '{"text":"a"}\n{"text": "b",}', 'line 2, column 14 is not JSON: near "}"'],
    ["malformed JSON behind space", '  {"text": b}', 'line 1, column 12 is not JSON: near "b}"'],
    [
      "a line that is cut",
      '{"text":"a"}\n{"text":"b',
      "line 2, column 11 is not JSON: the line ends",
    ],
    ["JSON over several lines", '{\n"text":"a"\n}', "line 1, column 2 is not JSON: the line ends"],
    ["an array", '["a"]', "line 1 is no JSON object"],
    ["a number", "7", "line 1 is no JSON object"],
    ["null", "null", "line 1 is no JSON object"],
    ["no text", '{"id":"a"}', 'line 1 has no "text"'],
    ["a text that is null", '\n{"text":null}', 'line 2 has a "text" that is null'],
    ["a text that is a number", '{"text":7}', 'line 1 has a "text" that is a number'],
    ["a text that is an array", '{"text":["a"]}', 'line 1 has a "text" that is an array'],
    ["a text that is an object", '{"text":{}}', 'line 1 has a "text" that is an object'],
    ["an id that is an object", '{"id":{},"text":"a"}', 'line 1 has an "id" that is an object'],
    ["an empty id", '{"id":"","text":"a"}', 'line 1 has an "id" that is empty'],
  ])("refuses %s, naming file and line", async (_, file, message) => {
    expect(await problemOf(file)).toContain(`data.jsonl, ${message}`);
  });

  it("keeps the parser's error as the cause", async () => {
    const thrown: unknown = await read("{").catch((error: unknown) => error);
    expect((thrown as Error).cause).toBeInstanceOf(SyntaxError);
  });

  it("refuses a line that memory has no room for", async () => {
    const endless = (function* () {
      for (let i = 0; i < 70; i++) yield "x".repeat(1_048_576);
    })();
    await expect(listOf(readJsonLines(streamOf(endless), "data.jsonl"))).rejects.toThrow(
      /data.jsonl, line 1 is longer than/,
    );
  });
});
