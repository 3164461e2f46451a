import { Embeddings } from "@langchain/core/embeddings";
import { SimpleChatModel } from "@langchain/core/language_models/chat_models";
import { RunnablePassthrough } from "@langchain/core/runnables";
import {
  FakeListChatModel,
  FakeStreamingChatModel,
  SyntheticEmbeddings,
} from "@langchain/core/utils/testing";
import { describe, expect, it } from "vitest";
import { isPsiError } from "./errors.js";
import { partName } from "./models.js";

type Constructor = new (given: never) => object;

/** What a bundler makes of a class: the same code under another name. */
function minified(kind: Constructor, name: string): Constructor {
  return Object.defineProperty(class extends kind {}, "name", { value: name });
}

class Cohere extends Embeddings {
  readonly model: unknown;
  constructor(model?: unknown) {
    super({});
    this.model = model;
  }
  embedDocuments = async (): Promise<number[][]> => [];
  embedQuery = async (): Promise<number[]> => [];
}

class Harbour extends SimpleChatModel {
  readonly modelName: string = "harbour-1";
  override _llmType(): string {
    return "harbour";
  }
  override async _call(): Promise<string> {
    return "";
  }
}

/** A LangChain class that states its name, as the published integrations do. */
class Lighthouse extends Harbour {
  static override lc_name(): string {
    return "Lighthouse";
  }
}

describe("partName", () => {
  it.each<[string, object, string]>([
    ["its own name", { name: "bge/int8", model: "bge" }, "bge/int8"],
    ["a plain object's model", { model: "llama3" }, "llama3"],
    ["an older field for the model", { modelName: "gpt-4" }, "gpt-4"],
    ["an embedder's model", new Cohere("v3"), "v3"],
    ["a blank name passed over", { name: " ", model: "llama3" }, "llama3"],
    ["an object without a prototype", Object.assign(Object.create(null), { model: "m" }), "m"],
    ["a chat model's stated name and its model", new Lighthouse({}), "Lighthouse:harbour-1"],
    ["a chat model's type where it states no name", new Harbour({}), "harbour:harbour-1"],
    ["a chat model's type alone", new FakeStreamingChatModel({}), "fake"],
    ["a stated name alone", new FakeListChatModel({ responses: [] }), "FakeListChatModel"],
    ["the name of what is bound", new Lighthouse({}).withRetry(), "Lighthouse:harbour-1"],
  ])("is %s", (_, part, name) => {
    expect(partName(part, "name")).toBe(name);
  });

  it.each<[string, Constructor, unknown]>([
    ["an embedder", Cohere, "v3"],
    ["a chat model that states its name", Lighthouse, {}],
    ["a chat model that does not", Harbour, {}],
    ["a fake of LangChain's", FakeListChatModel, { responses: [] }],
  ])("is the same for %s whose class was renamed or has no name", (_, kind, given) => {
    const name = partName(new kind(given as never), "name");
    for (const other of ["t", "e2", ""]) {
      expect(partName(new (minified(kind, other))(given as never), "name")).toBe(name);
    }
  });

  it("refuses a component that cannot be told from another, and says what to pass", () => {
    const nameless = [
      {},
      { model: "" },
      { name: 7 },
      Object.create(null),
      new (class {})(),
      new Cohere(),
      new Cohere({ id: 7 }),
      new SyntheticEmbeddings({ vectorSize: 4 }),
      // What it runs is not in its name.
      new RunnablePassthrough(),
      new RunnablePassthrough().withConfig({ tags: ["a"] }),
    ];
    for (const part of nameless) {
      try {
        expect.unreachable(partName(part, "embedderName"));
      } catch (thrown) {
        expect(isPsiError(thrown, "invalid-option")).toBe(true);
        expect(String(thrown)).toContain("Pass embedderName");
      }
    }
  });

  it("names the class in the error: whoever reads it must find the component", () => {
    expect(() => partName(new Cohere(), "embedderName")).toThrow("of class Cohere");
  });
});
