import { runContract, testTokenizer } from "@psi/core/testing";
import { expect, it } from "vitest";
import { plainWords } from "./plain-words.js";

it.each([
  ["The U.S. won 3-1, don't", ["the", "u", "s", "won", "3", "1", "don", "t"]],
  ["石桥很旧", ["石桥", "桥很", "很旧"]],
  ["桥", ["桥"]],
  ["在Paris的", ["在", "paris", "的"]],
  ["𠮷野家", ["𠮷野", "野家"]],
  ["… !", []],
])("cuts %s", (text, words) => {
  expect(plainWords.tokenize(text)).toEqual(words);
});

runContract(
  testTokenizer(() => plainWords),
  it,
);
