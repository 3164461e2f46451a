import fc from "fast-check";
import { expect, it } from "vitest";
import { languageOf } from "./language-of.js";

it.each([
  ["Where was Oren Vale born?", "en"],
  ["Où est né Oren Vale ?", "en"],
  ["林远舟出生在哪里？", "zh"],
  ["電影《靜潮》的製片人是誰？", "zh"],
  ["Oren Vale 出生在哪个城市？", "zh"],
  ["iPhone 15 Pro 的重量是多少？", "zh"],
  ["What does the sign 永 mean in the name of the village?", "en"],
  ["林さんはどこで生まれましたか", "en"],
  ["映画「静潮」のプロデューサーは誰？", "en"],
  ["한국의 수도는 어디입니까?", "en"],
  ["", "en"],
  ["1 + 1 = ?", "en"],
  ["👩‍👩‍👧", "en"],
] as const)("%s is asked in %s", (question, language) => {
  expect(languageOf(question)).toBe(language);
});

it("is Chinese for Han alone, and English without any", () => {
  const han = fc.stringMatching(/^[一-龥]{1,30}$/);
  fc.assert(fc.property(han, (text) => void expect(languageOf(`${text}？`)).toBe("zh")));
  const ascii = fc.string({ unit: "binary-ascii" });
  fc.assert(fc.property(ascii, (text) => void expect(languageOf(text)).toBe("en")));
});
