import type { ModelReply } from "@psi/core";
import { describe, expect, it } from "vitest";
import { readQuestion } from "./read-question.js";

const asked = "And where was he born?";
const question = "Where was Hendry Pask, the builder of the Petrel, born?";
const json = (value: unknown): string => JSON.stringify(value);
const read = (reply: string | ModelReply) =>
  readQuestion(typeof reply === "string" ? { content: reply } : reply, asked);

describe("readQuestion finds the rewritten question", () => {
  it.each<[string, string | ModelReply]>([
    ["alone", question],
    ["in a fence", `\`\`\`\n${question}\n\`\`\``],
    ["in a fence with a name", `\`\`\`text\n${question}\n\`\`\``],
    ["after a preface", `Here is the rewritten question:\n\n${question}`],
    ["after a preface in its line", `Sure! Here's the rewritten question: ${question}`],
    ["after a word of courtesy", `Certainly!\n\n${question}`],
    ["after a preface in another language", `Hier ist die umformulierte Frage:\n${question}`],
    ["after a label", `Rewritten question: ${question}`],
    ["after a bold label", `**Standalone question:** ${question}`],
    ["after a label in another language", `Pregunta: ${question}`],
    ["after a label of a query", `Search query: ${question}`],
    ["below a label", `Question:\n${question}`],
    ["below a heading", `### Rewritten question\n\n${question}`],
    ["after a verb", `Retrieve: ${question}`],
    ["after the other verb", `Answer: ${question}`],
    ["in quotes", `“${question}”`],
    ["in emphasis", `*${question}*`],
    ["in backticks", `\`${question}\``],
    ["in a list", `1. ${question}`],
    ["in tags", `<question>${question}</question>`],
    ["in tags of a longer name", `<rewritten_question>\n${question}\n</rewritten_question>`],
    ["after a thought", `<think>He is Pask.</think>${question}`],
    ["after a thought of another family", `[THINK]He is Pask.[/THINK]\n${question}`],
    ["after a labelled thought", `Thought: he is Pask.\n${question}`],
    ["after a remark", `The pronoun stands for Pask.\n\n${question}`],
    ["before a remark", `${question}\n\nI hope this helps!`],
    ["after the question as it was asked", `${asked}\n${question}`],
    ["after the last question", `Last question: ${asked}\nRewritten: ${question}`],
    ["in JSON", json({ question })],
    ["in JSON by another name", json({ standalone_question: question })],
    ["in JSON beside the original", json({ original: asked, rewritten: question })],
    ["in JSON in a fence", `\`\`\`json\n${json({ query: question })}\n\`\`\``],
    ["in JSON that is encoded twice", json(json({ question }))],
    ["in a list in JSON", json([question])],
    [
      "in a call",
      { content: "", tool_calls: [{ name: "retrieve", args: { queries: [question] } }] },
    ],
  ])("%s", (_, reply) => {
    expect(read(reply)).toEqual({ question, notes: [] });
  });

  it("as it is where it needs no rewriting, and where it is no question", () => {
    expect(read(asked)).toEqual({ question: asked, notes: [] });
    expect(read("birthplace of Hendry Pask")).toEqual({
      question: "birthplace of Hendry Pask",
      notes: [],
    });
    const polite = "I can't find the Petrel; where is it?";
    expect(read(polite)).toEqual({ question: polite, notes: [] });
    const colon = "Ok Harbour: who built it?";
    expect(read(colon)).toEqual({ question: colon, notes: [] });
  });
});

describe("readQuestion says why there is none:", () => {
  it.each([
    ["", "the model rewrote it to nothing"],
    ["<think>He is Pask.", "the model rewrote it to nothing"],
    ["```\n```", "the model rewrote it to nothing"],
    ["I'm sorry, but I can't help with that.", "the model refused to rewrite it"],
    ["I am unable to rewrite this question.", "the model refused to rewrite it"],
    ["Es tut mir leid, das geht nicht.", "the model refused to rewrite it"],
    ["Lo siento, no puedo hacerlo.", "the model refused to rewrite it"],
    ["抱歉，我无法改写。", "the model refused to rewrite it"],
    ["Answer: Harsett [2]", "the model answered it instead of rewriting it"],
    ["Not mentioned", "the model answered it instead of rewriting it"],
  ])("%j", (reply, why) => {
    expect(read(reply)).toMatchObject({ why });
  });
});
