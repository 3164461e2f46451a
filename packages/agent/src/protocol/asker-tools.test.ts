import { describe, expect, it } from "vitest";
import { actionRequest as request } from "../testing/action-request.js";
import { plainContext, talkingModel, toolCall } from "../testing/talking-model.js";
import { asker } from "./asker.js";

const last = request({ task: "last-round" });
const refusal = Object.assign(
  new Error("registry.ollama.ai/library/tiny:1b does not support tools"),
  { status_code: 400 },
);

describe("with tools", () => {
  it("offers both tools, and only the answer in the last round", async () => {
    const model = talkingModel([toolCall("answer", { text: "Edda" })], { tools: true });
    const ask = asker(model, "auto");
    expect(await ask(request(), plainContext())).toMatchObject({
      text: "Edda",
      prompt: "read-and-answer/short/en/tools/1",
    });
    await ask(last, plainContext());
    expect(model.calls.map(({ tools }) => tools)).toEqual([["retrieve", "answer"], ["answer"]]);
  });

  it("takes queries, and reads plain text from a model that calls nothing", async () => {
    const model = talkingModel(
      [toolCall("retrieve", { queries: ["a b", "c d"] }), "**Answer:** Edda"],
      { tools: true },
    );
    const ask = asker(model, "tools");
    expect(await ask(request(), plainContext())).toMatchObject({ queries: ["a b", "c d"] });
    expect(await ask(request(), plainContext())).toMatchObject({ text: "Edda", notes: [] });
  });

  it("shows a call that it cannot take, and asks for another", async () => {
    const model = talkingModel(
      [toolCall("dance", { step: 1 }), toolCall("answer", { text: "Edda" })],
      { tools: true },
    );
    expect(await asker(model, "tools")(request(), plainContext())).toMatchObject({ text: "Edda" });
    expect(model.calls[1]?.messages.slice(-2)).toEqual([
      ["ai", 'dance({"step":1})'],
      ["human", expect.stringMatching(/no such tool.*answer or the tool retrieve/)],
    ]);
  });

  it("survives arguments that cannot be shown", async () => {
    const args: Record<string, unknown> = {};
    args.self = args;
    const model = talkingModel([toolCall("dance", args)], { tools: true });
    expect(await asker(model, "tools")(request(), plainContext())).toMatchObject({
      text: "Not mentioned",
    });
  });

  it.each<[string, Error]>([
    ["Ollama", refusal],
    [
      "OpenRouter",
      Object.assign(new Error("404 No endpoints found that support tool use."), { status: 404 }),
    ],
    [
      "vLLM",
      Object.assign(
        new Error(
          '400 "auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
        ),
        { status: 400 },
      ),
    ],
    [
      "an old server",
      Object.assign(new Error("400 Unrecognized request argument supplied: tools"), {
        status: 400,
      }),
    ],
    ["Gemini", new Error("Function calling is not enabled for models/tiny")],
    ["a wrapper", new Error("Request failed", { cause: refusal })],
  ])("goes on in text where %s refuses, and notes it once", async (_, thrown) => {
    const model = talkingModel([thrown, "Answer: Edda", "Answer: Rowan"], { tools: true });
    const ask = asker(model, "auto");
    expect(await ask(request(), plainContext())).toMatchObject({
      text: "Edda",
      prompt: "read-and-answer/short/en/text/1",
      notes: ["The provider takes no tools for this model; it is asked in plain text."],
    });
    expect(await ask(request(), plainContext())).toMatchObject({ text: "Rowan", notes: [] });
    expect(model.calls.map(({ tools }) => tools.length)).toEqual([2, 0, 0]);
  });

  it("goes on in text where bindTools itself throws", async () => {
    const tools = () => {
      throw new Error("not implemented");
    };
    const model = talkingModel(["Answer: Edda"], { tools });
    expect(await asker(model, "auto")(request(), plainContext())).toMatchObject({ text: "Edda" });
    await expect(asker(model, "tools")(request(), plainContext())).rejects.toMatchObject({
      code: "invalid-option",
      message: expect.stringContaining('protocol: "text"'),
    });
  });

  it.each<[string, Error]>([
    [
      "too many calls",
      Object.assign(new Error("429 rate limit; tools are supported"), { status: 429 }),
    ],
    [
      "a wrong key",
      Object.assign(new Error("401 no support for this key; tools"), { status: 401 }),
    ],
    ["a server's fault", Object.assign(new Error("500 unknown tool failure"), { status: 500 })],
    ["no connection", new Error("connect ECONNREFUSED")],
  ])("fails with %s", async (_, thrown) => {
    const model = talkingModel([thrown], { tools: true });
    await expect(asker(model, "auto")(request(), plainContext())).rejects.toMatchObject({
      code: "model-failed",
      cause: thrown,
    });
    expect(model.calls).toHaveLength(1);
  });

  it("fails where tools were demanded and are refused", async () => {
    const model = talkingModel([refusal], { tools: true });
    await expect(asker(model, "tools")(request(), plainContext())).rejects.toMatchObject({
      cause: refusal,
    });
    expect(() => asker(talkingModel(["x"]), "tools")).toThrow(/bindTools/);
  });

  it("asks a model without bindTools in text", async () => {
    const model = talkingModel(["Answer: Edda"]);
    expect(await asker(model, "auto")(request(), plainContext())).toMatchObject({
      prompt: "read-and-answer/short/en/text/1",
      notes: [],
    });
  });
});
