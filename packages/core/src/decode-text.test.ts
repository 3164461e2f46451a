import fc from "fast-check";
import { expect, it } from "vitest";
import { decodeText } from "./decode-text.js";

const json = '{"answer": "Harsett \\"Ford\\"", "seen": [1, 2]}';

it("decodes a text that was encoded as a JSON string up to five times", () => {
  let encoded = json;
  for (let times = 1; times <= 5; times++) {
    encoded = JSON.stringify(encoded);
    expect(decodeText(encoded)).toBe(json);
    expect(decodeText(`\`\`\`json\n${encoded}\n\`\`\``)).toBe(json);
  }
});

it.each([
  ["without its quotes", JSON.stringify(json).slice(1, -1)],
  ["cut off", JSON.stringify(json).slice(0, -1)],
  ["in single quotes", `'${json}'`],
  ["in backticks", `\`${json}\``],
])("decodes a text %s", (_, text) => {
  expect(decodeText(text)).toBe(json);
});

it("decodes any text that is encoded, and is none itself", () => {
  const text = fc.string({ unit: "grapheme" }).filter((each) => decodeText(each) === each);
  fc.assert(
    fc.property(text, (any) => {
      fc.pre(any.trim() === any && !/^(?:```|~~~)/.test(any));
      expect(decodeText(JSON.stringify(any))).toBe(any);
    }),
    { numRuns: 1000 },
  );
});

it.each([
  json,
  "Harsett",
  '"Petrel" and "Plover"',
  '"Petrel", he said',
  "```js\nconst a = 1;\n```",
  '["a b", "c d"]',
  "'tis so",
  "",
])("leaves any other text: %s", (text) => {
  expect(decodeText(text)).toBe(text);
});

it.each(["\\", '"', "`", "{", '{\\"', "```", '"\\"'])("reads a megabyte of %j", (unit) => {
  const text = unit.repeat(1_000_000 / unit.length);
  expect(typeof decodeText(text)).toBe("string");
});
