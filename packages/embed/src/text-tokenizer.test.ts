import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { openModelFolder, shippedModel } from "./model-folder.js";
import { chineseModel, hasChineseModel, modelFolder, withoutChinese } from "./testing/folders.js";
import { golden, goldenIds } from "./testing/golden.js";
import { thrownBy } from "./testing/thrown-by.js";
import { loadTokenizer, type TextTokenizer } from "./text-tokenizer.js";

const load = (path: string): Promise<TextTokenizer> => loadTokenizer(openModelFolder(path));

function tokenizerFile(): { pre_tokenizer: object; post_processor: object | null } {
  return JSON.parse(readFileSync(join(shippedModel(), "tokenizer.json"), "utf8"));
}

describe("against the golden ids", () => {
  it("English: equal", async () => {
    const { texts, tokenIds } = golden["bge-small-en-v1.5"];
    const { encode } = await load(shippedModel());
    expect(texts.map((text) => encode(text, 512).ids)).toEqual(tokenIds.map(goldenIds));
  });

  it.skipIf(!hasChineseModel)(`Chinese: equal (${withoutChinese})`, async () => {
    const { texts, tokenIds } = golden["bge-small-zh-v1.5"];
    const { encode } = await load(chineseModel);
    expect(texts.map((text) => encode(text, 512).ids)).toEqual(tokenIds.map(goldenIds));
  });
});

describe("encode", () => {
  let tokenizer: TextTokenizer;
  beforeAll(async () => {
    tokenizer = await load(shippedModel());
  });

  /** What a reader of the whole text would give: no bound on what is read. */
  const whole = (text: string): readonly number[] => tokenizer.encode(text, 1_000_000).ids;

  it("keeps the frame when it cuts, and counts what it cut", () => {
    const text = "one two three four five";
    const all = whole(text);
    expect(tokenizer.encode(text, 7)).toEqual({ ids: all, tokens: 7, exact: true });
    expect(tokenizer.encode(text, 6)).toEqual({
      ids: [...all.slice(0, 5), 102],
      tokens: 7,
      exact: true,
    });
    expect(tokenizer.encode(text, 3)).toEqual({ ids: [101, all[1], 102], tokens: 7, exact: true });
  });

  it("gives for the beginning of a long text what the whole text gives", () => {
    const fragment = fc.oneof(
      fc.constantFrom(
        " ",
        "\n",
        ". ",
        "...",
        "[SEP]",
        "[MASK",
        "ΑΣ",
        "Σ.",
        "é",
        "e\u0301",
        "中文",
        "𠀀",
        "👩‍👩‍👧",
      ),
      fc
        .constantFrom("a", "z")
        .chain((letter) => fc.integer({ min: 1, max: 250 }).map((n) => letter.repeat(n))),
      fc.string({ unit: "binary", maxLength: 12 }),
      fc.string({ unit: "grapheme", maxLength: 12 }),
    );
    const texts = fc
      .array(fragment, { minLength: 1, maxLength: 12 })
      .chain((parts) =>
        fc.integer({ min: 1, max: 60 }).map((times) => parts.join("").repeat(times)),
      );
    fc.assert(
      fc.property(texts, fc.integer({ min: 3, max: 24 }), (text, maxTokens) => {
        const all = whole(text);
        const { ids, tokens, exact } = tokenizer.encode(text, maxTokens);
        const expected = all.length <= maxTokens ? all : [...all.slice(0, maxTokens - 1), 102];
        expect(ids).toEqual(expected);
        if (exact) expect(tokens).toBe(all.length);
        else expect(tokens).toBeLessThanOrEqual(all.length);
        expect(tokens > ids.length).toBe(all.length > maxTokens);
      }),
      { numRuns: 150 },
    );
  });

  it("reads no more of five megabytes than it needs", () => {
    const sentence = "The ferry to the northern islands leaves at noon. ";
    const whole = sentence.repeat(100_000);
    let read = 0;
    const slice = (start?: number, end?: number): string => {
      const part = whole.slice(start, end);
      read += part.length;
      return part;
    };
    const text = Object.assign(new String(whole), { slice }) as string;
    const { ids, tokens, exact } = tokenizer.encode(text, 512);
    expect(read).toBeLessThan(20_000);
    expect(ids).toEqual(tokenizer.encode(sentence.repeat(100), 512).ids);
    expect(exact).toBe(false);
    expect(tokens).toBeGreaterThan(512);
  });

  it("takes words of 100,000 letters for one unknown word each", () => {
    const word = "a".repeat(100_000);
    expect(tokenizer.encode(`${word} ${word} end`, 512).ids).toEqual([
      101,
      100,
      100,
      ...whole("end").slice(1),
    ]);
  });

  it.each([
    ["nothing", "", []],
    ["white space", " \t\n\u3000", []],
    ["NUL", "\0", []],
    ["a lone surrogate", "\ud83d", []],
    ["letters around a lone surrogate", "a\udc00b", ["ab"]],
    ["only emoji", "😀😀", ["[UNK]"]],
  ])("makes something of %s", (_, text, like) => {
    const expected = like.flatMap((part) => whole(part).slice(1, -1));
    expect(tokenizer.encode(text, 512).ids).toEqual([101, ...expected, 102]);
  });

  it("reads right-to-left text in its own order", () => {
    expect(tokenizer.encode("\u202eשלום", 512).ids).toEqual(whole("שלום"));
  });
});

describe("count", () => {
  it("counts the whole text with its frame", async () => {
    const { count } = await load(shippedModel());
    expect(count("")).toBe(2);
    expect(count("hotel ".repeat(3_000))).toBe(3_002);
  });
});

describe("loadTokenizer", () => {
  it("reads the whole text where a tokenizer may look further than a word", async () => {
    const text = "hotel ".repeat(3_000);
    const file = { ...tokenizerFile(), pre_tokenizer: { type: "Whitespace" } };
    const { encode } = await load(modelFolder({ "tokenizer.json": JSON.stringify(file) }));
    expect(encode(text, 10)).toMatchObject({ tokens: 3_002, exact: true });
    expect((await load(shippedModel())).encode(text, 10).exact).toBe(false);
  });

  it.each([
    ["is no JSON", "tokenizer"],
    ["lacks its parts", "{}"],
    ["has no frame", JSON.stringify({ ...tokenizerFile(), post_processor: null })],
  ])("refuses a file that %s", async (_, text) => {
    const folder = modelFolder({ "tokenizer.json": text });
    const thrown = await thrownBy("unreadable-input", () => load(folder));
    expect(thrown.message).toContain("tokenizer.json");
    expect(thrown.cause).toBeInstanceOf(Error);
  });
});
