import { runContract, type ScriptedReply, scriptedModel, testAbstracter } from "@psi/core/testing";
import { describe, it } from "vitest";
import { extractive, keyphrases, keywords, summary } from "./index.js";

/** A model that always says the same. */
function sameReply(): ReturnType<typeof scriptedModel> {
  const replies = Array.from({ length: 1000 }, (): ScriptedReply => "Harbours; Norland; Ada Vance");
  return scriptedModel(replies);
}

describe("the contract", () => {
  describe("extractive", () =>
    runContract(
      testAbstracter(() => extractive()),
      it,
    ));
  describe("keyphrases", () =>
    runContract(
      testAbstracter(() => keyphrases()),
      it,
    ));
  describe("summary", () =>
    runContract(
      testAbstracter(() => summary(sameReply())),
      it,
    ));
  describe("keywords", () =>
    runContract(
      testAbstracter(() => keywords(sameReply())),
      it,
    ));
});
