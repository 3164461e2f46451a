import { runContract, testRetriever, testTokenizer, textNodes } from "@psi/core/testing";
import { describe, it } from "vitest";
import { bm25 } from "./bm25.js";
import { english } from "./english.js";
import { multilingual } from "./multilingual.js";
import { sparseRetriever } from "./sparse-retriever.js";
import { stemmed } from "./stemmed.js";

describe("core's contracts", () => {
  describe("english", () => runContract(testTokenizer(english), it));
  describe("multilingual", () => runContract(testTokenizer(multilingual), it));
  describe("stemmed", () =>
    runContract(
      testTokenizer(() => stemmed("de")),
      it,
    ));
  describe("sparseRetriever", () => {
    const make = (texts: readonly string[]) =>
      sparseRetriever(bm25(texts), { nodes: textNodes(texts) });
    runContract(testRetriever(make), it);
  });
});
