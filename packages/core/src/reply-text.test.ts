import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Reply, replyText, splitReply } from "./reply-text.js";

describe("replyText", () => {
  it.each<[string, Reply, string]>([
    ["a string", "  Paris.\n", "Paris."],
    ["a message", { content: "Paris." }, "Paris."],
    ["content blocks", { content: [{ type: "text", text: "Par" }, "is", { text: "." }] }, "Paris."],
    [
      "blocks that are not text",
      { content: [{ type: "reasoning", text: "Hm" }, { type: "image_url" }, null, 7, ["x"]] },
      "",
    ],
    ["no content", {}, ""],
    ["null content", { content: null }, ""],
    ["a number", { content: 42 }, ""],
    ["an empty reply", "", ""],
  ])("reads %s", (_, reply, text) => {
    expect(replyText(reply)).toBe(text);
  });

  it("is empty for what is no reply at all", () => {
    expect(replyText(undefined as unknown as Reply)).toBe("");
    expect(replyText(null as unknown as Reply)).toBe("");
  });

  it.each([
    ["a closed block", "<think>Rome?</think>Paris.", "Paris."],
    ["several blocks", "<think>a</think>Pa<think>b</think>ris.", "Paris."],
    ["other spellings", "<THINKING>\nRome?\n</Thinking>\nParis.", "Paris."],
    ["a block that never ends", "Paris.<think>or Rome", "Paris."],
    ["a lone closing tag", "Rome? No.</think>Paris.", "Paris."],
    ["two lone closing tags", "Rome?</think>Oslo?</think>Paris.", "Paris."],
    ["a block inside a block", "<think>a<think>b</think>c</think>Paris.", "Paris."],
    ["nothing but thoughts", "<think>Rome? Oslo?", ""],
  ])("removes %s", (_, reply, text) => {
    expect(replyText(reply)).toBe(text);
    const halves = [reply.slice(0, 4), reply.slice(4)];
    expect(replyText({ content: halves.map((half) => ({ type: "text", text: half })) })).toBe(text);
  });

  it("keeps text without tags, and leaves no tag behind", () => {
    const part = fc.constantFrom(
      "<think>",
      "</think>",
      "<thinking>",
      "a",
      " b ",
      "<",
      "think>",
      "/",
    );
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const text = parts.join("");
        const tagged = /<\/?think(ing)?>/;
        if (!tagged.test(text)) expect(replyText(text)).toBe(text.trim());
        // What is left on both sides of a removed block may spell a new tag; a plain letter cannot.
        const safe = parts.filter((each) => each.length !== 1 && each !== "think>").join("x");
        expect(replyText(safe)).not.toMatch(tagged);
      }),
    );
  });

  it("takes time in proportion to the length", () => {
    expect(replyText("<think>".repeat(300_000))).toBe("");
    expect(replyText(`${"</think>".repeat(300_000)}Paris.`)).toBe("Paris.");
  });
});

describe("splitReply", () => {
  it.each<[string, unknown]>([
    ["a block", { content: [{ type: "thinking", thinking: "Rome?" }, { text: "Paris." }] }],
    ["a list in a block", { content: [{ thinking: [{ text: "Rome?" }] }, { text: "Paris." }] }],
    ["a field", { content: "Paris.", additional_kwargs: { reasoning_content: "Rome?" } }],
    ["a field of another name", { content: "Paris.", additional_kwargs: { reasoning: "Rome?" } }],
    ["a mark", { content: "<think>Rome?</think>Paris." }],
  ])("finds the thought in %s", (_, reply) => {
    expect(splitReply(reply as Reply)).toMatchObject({
      text: "Paris.",
      thought: "Rome?",
      notes: [],
    });
  });

  it("reads the first and the last 100,000 characters of a reply without an end, and says so", () => {
    const endless = `<think>${"Rome? ".repeat(1_000_000)}</think>Answer: Paris.`;
    const { text, thought, notes, length } = splitReply(endless);
    expect(length).toBe(endless.length);
    expect(text).toBe("Answer: Paris.");
    expect(thought.length).toBeLessThanOrEqual(200_001);
    expect(notes).toEqual([
      "The reply has 6000029 characters; the first and the last 100000 of them were read.",
    ]);
    expect(splitReply("a".repeat(200_000)).notes).toEqual([]);
  });
});
