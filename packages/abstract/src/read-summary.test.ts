import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readSummary } from "./read-summary.js";

const plain = "Ada Vance built the harbour of Orrin in 1902.";
const chinese = "奥林港由艾达·万斯于1902年建成。";

const replies: readonly (readonly [reply: string, text: string])[] = [
  [plain, plain],
  [`Summary: ${plain}`, plain],
  [`**Summary:** ${plain}`, plain],
  [`**Summary**: ${plain}`, plain],
  [`**Summary**\n\n${plain}`, plain],
  [`# Summary\n${plain}`, plain],
  [`### Final Summary:\n${plain}`, plain],
  [`SUMMARY — ${plain}`, plain],
  [`Summary (98 words): ${plain}`, plain],
  [`Abstract:\n\n${plain}`, plain],
  [`Here is a summary of the passages: ${plain}`, plain],
  [`Here's a concise, faithful paragraph in under 100 words:\n\n"${plain}"`, plain],
  [`Sure! Here is the summary you asked for:\n\n**Summary:** ${plain}`, plain],
  [`Certainly. Below is the entry:\n${plain}`, plain],
  [`Of course:\n${plain}`, plain],
  [`The following is a brief summary: ${plain}`, plain],
  [`Summary of the texts: ${plain}`, plain],
  [`"${plain}"`, plain],
  [`“${plain}”`, plain],
  [`**${plain}**`, plain],
  [`\`\`\`\n${plain}\n\`\`\``, plain],
  [`\`\`\`markdown\n## Summary\n${plain}\n\`\`\``, plain],
  [`<summary>${plain}</summary>`, plain],
  [`<answer>\n${plain}`, plain],
  [`{"summary": ${JSON.stringify(plain)}}`, plain],
  [`\`\`\`json\n{ "abstract": ${JSON.stringify(plain)} }\n\`\`\``, plain],
  [`${plain}\n\n(Word count: 9)`, plain],
  [`${plain} (9 words)`, plain],
  [`${plain}\n\nLet me know if you would like me to change it!`, plain],
  [`${plain}\n\nI hope this helps.`, plain],
  [`${plain}\n\nNote: I kept to the texts.`, plain],
  [`<text-0a1b2c3d>\n${plain}\n</text-0a1b2c3d>`, plain],
  [`<passage>\n${plain}\n</passage>`, plain],
  [`${plain}</text-`, plain],
  [`${plain}\n</passa`, plain],
  [`${plain}</summary>`, plain],
  [`<response>${plain}</response>`, plain],
  [JSON.stringify(JSON.stringify({ summary: plain })), plain],
  [`\`\`\`json\n${JSON.stringify(JSON.stringify({ summary: plain }))}\n\`\`\``, plain],
  [JSON.stringify(plain), plain],
  ["Ada Vance built it.\nIt stands in Orrin.", "Ada Vance built it. It stands in Orrin."],
  ["- Ada Vance built it.\n- It stands in Orrin.", "Ada Vance built it. It stands in Orrin."],
  ["**Ada Vance** built **Orrin**.", "Ada Vance built Orrin."],
  [`摘要：${chinese}`, chinese],
  [`**摘要**：\n${chinese}`, chinese],
  [`以下是这些段落的摘要：\n\n${chinese}`, chinese],
  [`好的，以下是总结：${chinese}`, chinese],
  [`「${chinese}」`, chinese],
  [`${chinese}（18字）`, chinese],
  [`Zusammenfassung: ${plain}`, plain],
  [`Résumé : ${plain}`, plain],
  [`要約：${chinese}`, chinese],
  // What only looks like a label or a quotation stays.
  ["Summary judgment was given in 1902.", "Summary judgment was given in 1902."],
  ["Here is where Ada Vance lived.", "Here is where Ada Vance lived."],
  ['"Orrin" and "Vance" are ships.', '"Orrin" and "Vance" are ships.'],
  ["The result was a draw: 2 to 2.", "The result was a draw: 2 to 2."],
  ["<b>Ada</b> built <i>it</i>.", "<b>Ada</b> built <i>it</i>."],
  ["The river let me know where 3 < 4.", "The river let me know where 3 < 4."],
];

describe("readSummary", () => {
  it.each(replies)("makes of %j", (reply, text) => {
    expect(readSummary(reply, 100)).toEqual({ text, notes: [] });
  });

  it.each(["", "  \n", "```\n```", '""', "Summary:", "**Summary:**\n\n", "…", "{}"])(
    "finds that %j says nothing",
    (reply) => {
      expect(readSummary(reply, 100).problem).toBe("was empty");
    },
  );

  it("refuses more than twice the words, not less", () => {
    const words = (count: number): string => "word ".repeat(count);
    expect(readSummary(words(40), 20).problem).toBeUndefined();
    expect(readSummary(words(41), 20).problem).toBe("had 41 words where 20 are allowed");
  });

  it("counts Chinese characters as two thirds of a word", () => {
    expect(readSummary("港".repeat(60), 20).problem).toBeUndefined();
    expect(readSummary("港".repeat(63), 20).problem).toBe("had 42 words where 20 are allowed");
  });

  it("takes any reply without throwing, and changes a cleaned one no more", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), (reply) => {
        const once = readSummary(reply, 100).text;
        expect(once).toBe(once.trim());
        expect(once).not.toMatch(/\s{2}/);
      }),
    );
  });

  // Each takes milliseconds, and minutes where a pattern goes over the text again and again.
  it("cleans replies of 200,000 characters", () => {
    for (const unit of [
      "(",
      "here is ",
      "summary of ",
      "\n",
      "`",
      "*",
      '"',
      "a ",
      "[9 ",
      " ",
      " \n",
      "\n*",
      "\n(",
      "let me know ",
      "\nlet me know ",
      "words: 3\n",
      "(9 words)",
      "</summary>",
      "</",
      "a: ",
    ]) {
      for (const head of ["", "a", "Summary: "]) {
        const { text } = readSummary(`${head}${unit.repeat(200_000 / unit.length)}\nOrrin.`, 100);
        expect(text.slice(-6)).toBe("Orrin.");
      }
    }
  });
});
