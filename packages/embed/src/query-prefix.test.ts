import { expect, it } from "vitest";
import { queryPrefixOf } from "./query-prefix.js";
import { golden } from "./testing/golden.js";

it.each(["bge-small-en-v1.5", "bge-small-zh-v1.5"] as const)("knows what %s wants", (name) => {
  expect(queryPrefixOf(name)).toBe(golden[name].queryPrefix);
});

it("knows the family's other sizes, in any case, and nothing of other models", () => {
  expect(queryPrefixOf("BGE-large-en-v1.5")).toBe(golden["bge-small-en-v1.5"].queryPrefix);
  expect(queryPrefixOf("bge-m3")).toBe("");
  expect(queryPrefixOf("my-bge-small-en-v1.5")).toBe("");
});
