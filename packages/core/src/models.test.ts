import { FakeListChatModel, SyntheticEmbeddings } from "@langchain/core/utils/testing";
import { describe, expect, it } from "vitest";
import { isPsiError } from "./errors.js";
import { partName } from "./models.js";

class Cohere {
  constructor(readonly model?: unknown) {}
}

describe("partName", () => {
  it.each<[string, object, string]>([
    ["its own name", { name: "bge/int8", model: "bge" }, "bge/int8"],
    ["a plain object's model", { model: "llama3" }, "llama3"],
    ["an older field for the model", { modelName: "gpt-4" }, "gpt-4"],
    ["a class and its model", new Cohere("v3"), "Cohere:v3"],
    ["a class alone", new Cohere(), "Cohere"],
    ["a class whose model is no text", new Cohere({ id: 7 }), "Cohere"],
    ["a blank name passed over", { name: " ", model: "llama3" }, "llama3"],
    ["an object without a prototype", Object.assign(Object.create(null), { model: "m" }), "m"],
    [
      "a model of a nameless class",
      new (class {
        model = "m";
      })(),
      "m",
    ],
  ])("is %s", (_, part, name) => {
    expect(partName(part, "name")).toBe(name);
  });

  it("names LangChain's parts by their class", () => {
    expect(partName(new SyntheticEmbeddings({ vectorSize: 4 }), "name")).toBe(
      "SyntheticEmbeddings",
    );
    expect(partName(new FakeListChatModel({ responses: [] }), "name")).toBe("FakeListChatModel");
  });

  it("refuses a part that cannot be told from another, and says what to pass", () => {
    const nameless = [{}, { model: "" }, { name: 7 }, Object.create(null), new (class {})()];
    for (const part of nameless) {
      try {
        expect.unreachable(partName(part, "embedderName"));
      } catch (thrown) {
        expect(isPsiError(thrown, "invalid-option")).toBe(true);
        expect(String(thrown)).toContain("Pass embedderName");
      }
    }
  });
});
