import { wordOverlapRetriever } from "@psi/core/testing";
import { expect, it } from "vitest";
import { ask } from "./ask.js";
import { extractive } from "./policies/extractive.js";
import { run } from "./run.js";

it("gives the answer of the last step", async () => {
  const options = { retriever: wordOverlapRetriever(["A b c."]), policy: extractive() };
  const answer = await ask("b", options);
  let last: unknown;
  for await (const step of run("b", options)) if (step.kind === "answer") last = step.answer;
  expect({ ...answer, usage: 0 }).toEqual({ ...(last as object), usage: 0 });
  expect(answer.text).toBe("A b c. [1]");
});
