import type { ModelReply } from "@psi/core";
import { oddTexts } from "@psi/core/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkReply } from "../testing/check-reply.js";
import { pieces } from "../testing/reply-pieces.js";
import { parseReply } from "./parse-reply.js";

describe("parseReply", () => {
  it("takes any text", () => {
    for (const text of oddTexts) checkReply(text);
    const text = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: "binary" })));
    fc.assert(
      fc.property(text, (parts) => checkReply(parts.join(""))),
      { numRuns: 3_000 },
    );
  });

  it("takes any message", () => {
    const anything = fc.anything({ maxDepth: 3 });
    const named = fc.constantFrom("retrieve", "answer", "search", "dance");
    const calls = fc.oneof(
      anything,
      fc.array(fc.record({ name: fc.oneof(named, anything), args: anything })),
    );
    fc.assert(
      fc.property(
        fc.oneof(anything, fc.record({ content: anything, tool_calls: calls })),
        (reply) => checkReply(reply as ModelReply),
      ),
      { numRuns: 2_000 },
    );
  });

  it("finds the answer behind any thought and decoration", () => {
    const before = fc.constantFrom(
      "",
      "I see.\n",
      "<think>Retrieve: x\n</think>",
      "Thought: hm\r\n",
    );
    const verb = fc.constantFrom(
      "Answer:",
      "**Answer:**",
      "**Answer**:",
      "### Answer\n",
      "答案：",
      "final answer:",
    );
    const after = fc.constantFrom("", "\n", "\nExplanation: yes", "\n\nQuestion: no\nAnswer: no");
    const word = fc.stringMatching(/^[A-Z][a-z]{2,8}( [A-Z][a-z]{2,8}){0,2}$/);
    const heads =
      /^(Answer|Final|Query|Search|Retriev|Finish|Look|Note|The|Reason|Source|Task|User|Human)/;
    fc.assert(
      fc.property(
        before,
        verb,
        fc.constantFrom(" ", "\n", "\n\n"),
        word,
        after,
        (a, b, gap, name, c) => {
          fc.pre(!heads.test(name));
          expect(parseReply(`${a}${b}${gap}${name}${c}`)).toMatchObject({
            kind: "answer",
            text: name,
          });
        },
      ),
    );
  });

  it("runs every query that is listed, whatever the list", () => {
    const word = fc.stringMatching(/^[b-m]{3,8}( [b-m]{3,8}){1,3}$/);
    const lists: readonly ((queries: readonly string[]) => string)[] = [
      (all) => all.map((each) => `- ${each}`).join("\n"),
      (all) => all.map((each, i) => `${i + 1}. ${each}`).join("\n"),
      (all) => all.map((each) => `"${each}"`).join(", "),
      (all) => all.join("; "),
      (all) => all.join("\n"),
      (all) => JSON.stringify(all),
      (all) => `\n\`\`\`json\n${JSON.stringify({ queries: all }, null, 2)}\n\`\`\``,
    ];
    const queries = fc.uniqueArray(word, { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(queries, fc.constantFrom(...lists), (all, list) => {
        const reply = `Retrieve:\n${list(all)}`;
        expect(parseReply(reply)).toMatchObject({ kind: "retrieve", queries: all });
      }),
    );
  });

  it("loses at most the end of JSON that was cut off", () => {
    const json = JSON.stringify({ thought: "it is [2]", answer: 'The river Orrin "Ford"' });
    for (let length = json.indexOf("The"); length < json.length; length++) {
      const read = parseReply(json.slice(0, length + 1));
      expect(read.kind).toBe("answer");
      if (read.kind === "answer")
        expect('The river Orrin "Ford"').toContain(read.text.replace(/[\\"]+$/, ""));
    }
    expect(parseReply('{"answer": "Par').notes).toEqual([
      "The reply was cut off; what there is of it was taken.",
    ]);
  });

  it("tells what it leaves out", () => {
    const many = Array.from({ length: 11 }, (_, i) => `- query ${i}`).join("\n");
    expect(parseReply(`Retrieve:\n${many}`).notes).toEqual([
      "3 queries over the most of 8 were left out.",
    ]);
    expect(parseReply(`Retrieve: ${"桥".repeat(3_000)}`).notes).toEqual([
      "A query of 3000 characters was cut to 2000.",
    ]);
    const both = {
      tool_calls: [
        { name: "answer", args: { text: "a" } },
        { name: "retrieve", args: { query: "b" } },
      ],
    };
    expect(parseReply(both).notes).toEqual(["The reply asked for 2 things; the first was done."]);
    expect(parseReply("Answer: Paris").notes).toBeUndefined();
  });

  it.each<[string, ModelReply | string, string | undefined]>([
    ["a block", "<think>Rome? No.</think>Answer: Paris", "Rome? No."],
    ["a block and words", "<think>Rome?</think>\nNo.\n\nAnswer: Paris", "Rome?\nNo."],
    ["a label", "Thought: It is in [2].\n**Answer:** Paris", "It is in [2]."],
    ["a field", '{"thought": "In [2].", "answer": "Paris"}', "In [2]."],
    ["words around JSON", 'In [2].\n```json\n{"answer": "Paris"}\n```', "In [2]."],
    [
      "words beside a call",
      { content: "In [2].", tool_calls: [{ name: "answer", args: { text: "Paris" } }] },
      "In [2].",
    ],
    [
      "a block of its own",
      {
        content: [
          { type: "reasoning", reasoning: "In [2]." },
          { type: "text", text: "Answer: Paris" },
        ],
      },
      "In [2].",
    ],
    [
      "a field beside the content",
      {
        content: "Answer: Paris",
        additional_kwargs: { reasoning_content: "In [2]." },
      } as ModelReply,
      "In [2].",
    ],
    ["a Chinese label", "思考：第二段说了。\n回答：巴黎", "第二段说了。"],
    ["nothing", "Answer: Paris", undefined],
  ])("keeps the thought in %s", (_, reply, thought) => {
    expect(parseReply(reply)).toMatchObject({ kind: "answer" });
    expect(parseReply(reply).thought).toBe(thought);
  });
});
