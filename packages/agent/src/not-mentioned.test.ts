import { expect, it } from "vitest";
import { isNotMentioned, NOT_MENTIONED, NOT_MENTIONED_ZH } from "./not-mentioned.js";

it.each([
  NOT_MENTIONED,
  NOT_MENTIONED_ZH,
  "not mentioned.",
  " **Not Mentioned** ",
  "Not mentioned [2].",
  "Not mentioned [1-3, 5]",
  "“未提及”。",
  "文中未提及【3】。",
  "文章没有提及［2］",
  "Not mentioned (passage 2)",
  "Not mentioned [^1]",
])("says that there is no answer: %s", (text) => {
  expect(isNotMentioned(text)).toBe(true);
});

it.each([
  "",
  "Paris",
  "Not mentioned in 1990, but in 1991.",
  "It is not mentioned whether he came, he did.",
  "父亲的名字文中未提及，母亲叫王丽。",
  "他说未提及",
  "未提及 Paris",
])("says more: %s", (text) => {
  expect(isNotMentioned(text)).toBe(false);
});

it.each(["不", "未提及", "[", "[1", " ", "*"])("reads a text of a megabyte: %j", (unit) => {
  expect(isNotMentioned(`${unit.repeat(1_000_000 / unit.length)} Paris`)).toBe(false);
});
