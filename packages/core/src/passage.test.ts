import { Document } from "@langchain/core/documents";
import { describe, expect, it } from "vitest";
import { indexedText, type Passage, titleOf } from "./passage.js";

const titled = (title: unknown): Passage => ({ pageContent: "Text.", metadata: { title } });

describe("titleOf", () => {
  it("is the title as it is written", () => {
    expect(titleOf(titled(" Tarn "))).toBe(" Tarn ");
  });

  it("is nothing for a title that is blank, or no text", () => {
    for (const title of ["", " \n", undefined, null, 7, ["Tarn"]]) {
      expect(titleOf(titled(title))).toBeUndefined();
    }
    expect(titleOf({ pageContent: "x" } as unknown as Passage)).toBeUndefined();
  });
});

describe("indexedText", () => {
  it("puts the title in front of the text", () => {
    expect(indexedText(titled("Tarn"))).toBe("Tarn\nText.");
    expect(indexedText(titled(" "))).toBe("Text.");
  });

  it("reads LangChain's documents", () => {
    const document = new Document({ pageContent: "Text.", metadata: { title: "Tarn" } });
    expect(indexedText(document)).toBe("Tarn\nText.");
  });
});
