import type { ModelReply } from "@psi/core";
import { describe, expect, it } from "vitest";
import { parseReply } from "./parse-reply.js";

/** What is expected: "A …" an answer, "R … | …" queries, "? …" unreadable and why. */
type Row = readonly [name: string, reply: ModelReply | string, expected: string];

const q = "birthplace of Oren Vale";
const call = (name: string, args: unknown): ModelReply =>
  ({ content: "", tool_calls: [{ name, args }] }) as ModelReply;

const answers: readonly Row[] = [
  ["the plain form", "Answer: Paris", "A Paris"],
  ["the answer in the next line", "Answer:\nParis", "A Paris"],
  ["two lines further down", "Answer:\n\n  Paris\n", "A Paris"],
  ["bold with the colon inside", "**Answer:** Paris", "A Paris"],
  ["bold with the colon outside", "**Answer**: Paris", "A Paris"],
  ["all in bold", "**Answer: Paris**", "A Paris"],
  ["bold on both sides", "**Final Answer:** **Paris**", "A Paris"],
  ["lower case", "answer: Paris", "A Paris"],
  ["upper case", "ANSWER : Paris", "A Paris"],
  ["in tags", "<answer>Paris</answer>", "A Paris"],
  ["in tags over lines", "<answer>\nParis\n</answer>\nI am sure of it.", "A Paris"],
  ["in a tag never closed", "<answer>Paris", "A Paris"],
  ["with a dash", "Final answer - Paris", "A Paris"],
  ["with a long dash", "The final answer — Paris", "A Paris"],
  ["with an arrow", "Answer => Paris", "A Paris"],
  ["below a heading", "### Answer\n\nParis", "A Paris"],
  ["in a heading", "## Final Answer: Paris", "A Paris"],
  ["below a bold heading", "**Final Answer**\n\nParis [2]", "A Paris [2]"],
  ["with brackets around the verb", "[Answer] Paris", "A Paris"],
  ["with an aside", "Answer (short): Paris", "A Paris"],
  ["in a list", "1. Thought: it is in [2].\n2. Answer: Paris", "A Paris"],
  ["quoted", "> Answer: Paris", "A Paris"],
  ["in a fence", "```\nAnswer: Paris\n```\nDone.", "A Paris"],
  ["in quotes", 'Answer: "Paris"', "A Paris"],
  ["in smart quotes", "Answer: “Paris”", "A Paris"],
  ["with an emoji in front", "✅ Answer: Paris", "A Paris"],
  ["in a table's row", "| Answer | Paris |", "A Paris"],
  ["in a table with a head", "| Answer |\n|---|\n| Paris |", "A Paris"],
  ["in a box", "Answer: $\\boxed{\\text{Paris}}$", "A Paris"],
  ["said twice over", "Answer: The answer is Paris", "A Paris"],
  ["the verb twice", "Answer: Final Answer: Paris", "A Paris"],
  ["as a sentence", "The answer is Paris.", "A Paris."],
  ["as a sentence over lines", "The answer is:\nParis\n\nThe answer is:\nRome", "A Paris"],
  ["as a conclusion", "Both say so.\nSo the final answer is: **Paris**", "A Paris"],
  ["behind a sentence", "Passage 2 names it. Answer: Paris [2]", "A Paris [2]"],
  ["in tags in a sentence", "I think it is <answer>Paris</answer>.", "A Paris"],
  ["behind a thought", "Thought: passage 2 names it.\nAnswer: Paris", "A Paris"],
  ["with Windows' line ends", "Thought: hm.\r\nAnswer:\r\nParis\r\n", "A Paris"],
  ["with an old line end", "Hm.\rAnswer: Paris", "A Paris"],
  ["several paragraphs", "Answer: First [1].\n\nSecond [2].", "A First [1].\n\nSecond [2]."],
  ["a list", "Answer:\n- Paris [1]\n- Note: Lyon [2]", "A - Paris [1]\n- Note: Lyon [2]"],
  ["a number", "Answer: 1984", "A 1984"],
  ["brackets of its own", "Answer: (b) the second one", "A (b) the second one"],
  ["a colon of its own", "Answer: Dune: Part Two", "A Dune: Part Two"],
  ["as a call", 'answer("Paris")', "A Paris"],
  ["as ReAct ends", "Thought: I know.\nAction: Finish[Paris]", "A Paris"],
  ["as ReAct's last line", "Thought: I know.\nFinal Answer: Paris", "A Paris"],
  ["with the turn's end", "Answer: Paris<|im_end|>\n<|im_start|>user\nAnswer: Rome", "A Paris"],
  ["with a sentence's end", "Answer: Paris</s>", "A Paris"],
  ["with a lone surrogate", "Answer: Par\ud83dis", "A Par\ufffdis"],
  ["with sources apart", "Answer: Paris\nSources: [1], [3]", "A Paris [1][3]"],
  ["with sources in a list", "Answer: Paris\n\n**Sources:**\n- [2] A town", "A Paris [2]"],
  ["with passages told", "Answer: Paris\nPassages: 1 and 3", "A Paris [1][3]"],
  ["cited already", "Answer: Paris [2]\nSources: [1]", "A Paris [2]"],
];

const behindAnswers: readonly Row[] = [
  ["an explanation", "Answer: Paris\nExplanation: because of [2].", "A Paris"],
  ["a bold explanation", "Answer: Paris\n\n**Explanation:** it is.", "A Paris"],
  ["a heading", "Answer: Paris\n### Reasoning\nIt is.", "A Paris"],
  ["another question", "Answer: Paris\n\nQuestion: And Italy's?\nAnswer: Rome", "A Paris"],
  ["another answer", "Answer: Paris\nAnswer: Rome", "A Paris"],
  ["a user made up", "Answer: Paris\nUser: And Italy's?", "A Paris"],
  ["passages made up", 'Answer: Paris\n<passage number="9">x</passage>', "A Paris"],
  ["a note", "Answer: Paris\nNote: I am not sure.", "A Paris"],
  ["a Chinese explanation", "答案：巴黎\n解释：见第二段。", "A 巴黎"],
  ["another Chinese question", "回答：巴黎\n\n问题：意大利呢？\n回答：罗马", "A 巴黎"],
];

const queries: readonly Row[] = [
  ["the plain form", `Retrieve: ${q}`, `R ${q}`],
  ["bold", `**Retrieve:** ${q}`, `R ${q}`],
  ["lower case", `retrieve: ${q}`, `R ${q}`],
  ["in the next line", `Retrieve:\n${q}`, `R ${q}`],
  ["in tags", `<retrieve>${q}</retrieve>`, `R ${q}`],
  ["in several tags", "<query>a b</query>\n<query>c d</query>", "R a b | c d"],
  ["in an attribute", `<retrieve query="${q}"/>`, `R ${q}`],
  ["below a heading", `### Retrieve\n${q}`, `R ${q}`],
  ["another word", `Search query: ${q}`, `R ${q}`],
  ["search for", `Search for: "${q}"`, `R ${q}`],
  ["new query", `New query - ${q}`, `R ${q}`],
  ["without a colon", `Retrieve ${q}`, `R ${q}`],
  ["as a call", `retrieve("${q}")`, `R ${q}`],
  ["as a call with a name", 'retrieve(queries=["a b", "c d"])', "R a b | c d"],
  ["as ReAct searches", `Thought: who?\nAction: Search[${q}]\nObservation: none`, `R ${q}`],
  ["as ReAct's input", `Action: retrieve\nAction Input: ${q}`, `R ${q}`],
  ["as ReAct's JSON", `Action: retrieve\nAction Input: {"query": "${q}"}`, `R ${q}`],
  ["behind a sentence", `Nobody says. Retrieve: ${q}`, `R ${q}`],
  ["with a remark below", `Retrieve: ${q}\nThis will tell me more.`, `R ${q}`],
  ["with semicolons", "Retrieve: a b; c d；e f", "R a b | c d | e f"],
  ["numbered", "Retrieve:\n1. a b\n2) c d", "R a b | c d"],
  ["numbered in one line", "Retrieve: 1. a b 2. c d", "R a b | c d"],
  ["with bullets", "Retrieve:\n- a b\n* c d\n• e f", "R a b | c d | e f"],
  ["in lines", "Retrieve:\na b\nc d\n\nI need both.", "R a b | c d"],
  ["in quotes", 'Retrieve: "a b", "c d"', "R a b | c d"],
  ["as a list", 'Retrieve: ["a b", "c d"]', "R a b | c d"],
  ["the verb repeated", "Retrieve: a b\nRetrieve: c d", "R a b | c d"],
  ["numbered verbs", "Query 1: a b\nQuery 2: c d", "R a b | c d"],
  ["twice the same", "Retrieve:\n- a b\n- A  B\n-\n- c d", "R a b | c d"],
  ["a lone surrogate", "Retrieve: a \ud83d b", "R a \ufffd b"],
  ["no query, then an answer", "Retrieve: None\nAnswer: Paris", "A Paris"],
  ["no query needed", "Retrieve: not needed\nAnswer: Paris", "A Paris"],
  ["no answer, then a query", `Answer:\n\nRetrieve: ${q}`, `R ${q}`],
];

const json: readonly Row[] = [
  ["an answer", '{"answer": "Paris"}', "A Paris"],
  ["an answer in a fence", '```json\n{"answer": "Paris"}\n```', "A Paris"],
  ["an answer with its sources", '{"answer": "Paris", "citations": [2, 3]}', "A Paris [2][3]"],
  ["an action", `{"action": "retrieve", "query": "${q}"}`, `R ${q}`],
  ["an action with input", `{"action": "Search", "action_input": "${q}"}`, `R ${q}`],
  ["an action that answers", '{"action": "answer", "text": "Paris"}', "A Paris"],
  [
    "a tool's call",
    '{"name": "retrieve", "arguments": {"queries": ["a b", "c d"]}}',
    "R a b | c d",
  ],
  [
    "arguments in a string",
    `{"name": "retrieve", "arguments": "{\\"query\\": \\"${q}\\"}"}`,
    `R ${q}`,
  ],
  [
    "a function's call",
    `{"type": "function", "function": {"name": "search", "parameters": {"q": "${q}"}}}`,
    `R ${q}`,
  ],
  ["a list of queries", '["a b", "c d"]', "R a b | c d"],
  [
    "a list of calls",
    '[{"name":"retrieve","arguments":{"query":"a b"}},{"name":"retrieve","arguments":{"query":"c d"}}]',
    "R a b | c d",
  ],
  ["in a sentence", `I will do this: {"action": "retrieve", "query": "${q}"} now.`, `R ${q}`],
  ["cut off in the answer", '{"thought": "in [2]", "answer": "Paris', "A Paris"],
  ["cut off in a list", '```json\n{"queries": ["a b", "c d', "R a b | c d"],
  ["single quotes", "{'answer': 'Paris'}", "A Paris"],
  ["smart quotes", "{“answer”: “Paris”}", "A Paris"],
  ["no quotes at the names", '{answer: "Paris",}', "A Paris"],
  ["quotes inside", '{"answer": "He said "no" twice"}', 'A He said "no" twice'],
  ["a line break inside", '{"answer": "One.\nTwo."}', "A One.\nTwo."],
  ["null beside a query", `{"answer": null, "query": "${q}"}`, `R ${q}`],
  ["an empty query beside an answer", '{"query": "", "answer": "Paris"}', "A Paris"],
  ["a number", '{"answer": 1984}', "A 1984"],
  ["behind the verb", 'Answer: {"text": "Paris"}', "A Paris"],
  ["in the fence behind the verb", '**Retrieve:**\n```json\n{"queries": ["a b"]}\n```', "R a b"],
  ["Chinese names", '{"思考": "不知道", "检索": "桥的建造者"}', "R 桥的建造者"],
  ["an object of something else", '{"city": "Paris"}', "? no-verb"],
];

const writtenCalls: readonly Row[] = [
  [
    "Hermes",
    `<tool_call>\n{"name": "retrieve", "arguments": {"query": "${q}"}}\n</tool_call>`,
    `R ${q}`,
  ],
  [
    "Hermes, in one line",
    `<tool_call>{"name":"answer","arguments":{"text":"Paris"}}</tool_call>`,
    "A Paris",
  ],
  [
    "Hermes, two calls",
    '<tool_call>\n{"name":"retrieve","arguments":{"query":"a b"}}\n</tool_call>\n<tool_call>\n{"name":"retrieve","arguments":{"query":"c d"}}\n</tool_call>',
    "R a b | c d",
  ],
  ["Mistral", '[TOOL_CALLS][{"name": "retrieve", "arguments": {"queries": ["a b"]}}]', "R a b"],
  ["Llama", `<|python_tag|>{"name": "retrieve", "parameters": {"query": "${q}"}}`, `R ${q}`],
  [
    "Qwen's coder",
    "<tool_call>\n<function=retrieve>\n<parameter=queries>\na b\n</parameter>\n</function>\n</tool_call>",
    "R a b",
  ],
  [
    "an invoke",
    '<invoke name="answer">\n<parameter name="text">Paris</parameter>\n</invoke>',
    "A Paris",
  ],
  [
    "DeepSeek",
    `<｜tool▁call▁begin｜>function<｜tool▁sep｜>retrieve\n\`\`\`json\n{"query": "${q}"}\n\`\`\`<｜tool▁call▁end｜>`,
    `R ${q}`,
  ],
];

const thoughts: readonly Row[] = [
  ["a block", "<think>Rome?</think>\nAnswer: Paris", "A Paris"],
  ["a verb in the block", "<think>\nRetrieve: x\n</think>\nAnswer: Paris", "A Paris"],
  ["a block cut at its start", "Retrieve: x?\n</think>\nAnswer: Paris", "A Paris"],
  ["a block never closed", "<think>\nAnswer: Rome", "? only-thoughts"],
  ["another name", "<reasoning>\nAnswer: Rome\n</reasoning>\nAnswer: Paris", "A Paris"],
  ["Mistral's brackets", "[THINK]\nAnswer: Rome[/THINK]Answer: Paris", "A Paris"],
  [
    "channels",
    "<|channel|>analysis<|message|>Answer: Rome<|end|><|start|>assistant<|channel|>final<|message|>Answer: Paris<|return|>",
    "A Paris",
  ],
  ["a verb in a sentence of it", "I could Retrieve: more.\nAnswer: Paris", "A Paris"],
  ["both verbs, answer first", "Answer: Paris\nRetrieve: x", "A Paris"],
  ["both verbs, retrieve first", `Retrieve: ${q}\nAnswer: unclear`, `R ${q}`],
  ["the word in front", "An answer: maybe.\nRetrieve: a b", "R a b"],
];

const chinese: readonly Row[] = [
  ["an answer", "回答：巴黎", "A 巴黎"],
  ["another word", "答案：巴黎", "A 巴黎"],
  ["a plain colon", "最终答案: 巴黎", "A 巴黎"],
  ["bold", "**答案：** 巴黎", "A 巴黎"],
  ["in brackets", "【回答】巴黎", "A 巴黎"],
  ["in the next line", "答案：\n巴黎", "A 巴黎"],
  ["as a sentence", "因此，答案是巴黎。", "A 巴黎。"],
  ["one sign", "答：巴黎", "A 巴黎"],
  ["a book's title", "回答：《河上的桥》", "A 《河上的桥》"],
  ["a query", "检索：石桥的建造者", "R 石桥的建造者"],
  ["to ask", "查询：石桥的建造者", "R 石桥的建造者"],
  ["to search", "搜索：“石桥的建造者”", "R 石桥的建造者"],
  ["quotes of a title", "检索：《河上的桥》", "R 河上的桥"],
  ["a title inside", "检索：《河上的桥》的作者", "R 《河上的桥》的作者"],
  ["several in titles", "搜索：《河上的桥》、《山中的路》", "R 河上的桥 | 山中的路"],
  ["several", "检索：\n1、石桥的建造者\n2、石桥的年代", "R 石桥的建造者 | 石桥的年代"],
  ["traditional signs", "檢索：石橋的建造者", "R 石橋的建造者"],
  ["a thought", "思考：第一段没有说。\n检索：石桥的年代；石桥的长度", "R 石桥的年代 | 石桥的长度"],
];

const notMentioned: readonly Row[] = [
  ["as asked for", "Answer: Not mentioned", "A Not mentioned"],
  ["with a stop", "Answer: Not mentioned.", "A Not mentioned"],
  ["bold", "**Answer:** *Not Mentioned*", "A Not mentioned"],
  ["without the verb", "Not mentioned.", "A Not mentioned"],
  ["at length", "Answer: It is not mentioned in the given passages.", "A Not mentioned"],
  ["as a sentence", "The answer is not stated in the text.", "A Not mentioned"],
  ["of passages", "Answer: The passages do not mention where he was born.", "A Not mentioned"],
  ["not known", "Answer: I don’t know.", "A Not mentioned"],
  ["cannot be told", "Answer: Cannot be determined from the passages", "A Not mentioned"],
  ["too little", "Answer: Not enough information.", "A Not mentioned"],
  ["n/a", "Answer: N/A", "A Not mentioned"],
  ["with sources", "Answer: Not mentioned\nSources: [1]", "A Not mentioned"],
  ["Chinese", "回答：未提及", "A 未提及"],
  ["Chinese with a stop", "未提及。", "A 未提及"],
  ["Chinese at length", "答案：文中没有提到", "A 未提及"],
  ["Chinese, given passages", "回答：所给段落中未提及此人的出生地。", "A 未提及"],
  ["Chinese, cannot be told", "回答：无法确定", "A 未提及"],
  [
    "more than that",
    "Answer: Not mentioned by name, but [2] means Paris",
    "A Not mentioned by name, but [2] means Paris",
  ],
  [
    "a passage that does mention",
    "Answer: The passages mention Paris",
    "A The passages mention Paris",
  ],
];

const unreadable: readonly Row[] = [
  ["nothing", "", "? empty"],
  ["blanks", " \n\t", "? empty"],
  ["null content", { content: null }, "? empty"],
  ["no content", {}, "? empty"],
  ["a picture", { content: [{ type: "image_url", image_url: "x" }] }, "? empty"],
  ["plain words", "Paris", "? no-verb"],
  ["a question back", "What do you mean by that?", "? no-verb"],
  ["the verb as a word", "Answering: that is hard. Answer the man, he says", "? no-verb"],
  ["an empty answer", "Answer:", "? nothing-behind-verb"],
  ["an empty answer with reasons", "Answer:\n\nExplanation: none.", "? nothing-behind-verb"],
  ["an empty query", "Retrieve: ", "? nothing-behind-verb"],
  ["the form itself", "Answer: <the answer>", "? nothing-behind-verb"],
  ["empty tags", "<answer></answer>", "? nothing-behind-verb"],
  ["an empty object", '{"answer": ""}', "? nothing-behind-verb"],
];

const messages: readonly Row[] = [
  [
    "blocks of text",
    { content: [{ type: "text", text: "Ans" }, "wer: ", { text: "Paris" }] },
    "A Paris",
  ],
  [
    "a block of thought",
    {
      content: [
        { type: "thinking", thinking: "Answer: Rome" },
        { type: "text", text: "Answer: Paris" },
      ],
    },
    "A Paris",
  ],
  ["a tool's call", call("retrieve", { queries: ["a b", "c d"] }), "R a b | c d"],
  ["a string for a list", call("retrieve", { queries: "a b" }), "R a b"],
  ["a list in a string", call("retrieve", { queries: '["a b", "c d"]' }), "R a b | c d"],
  ["another name of the field", call("retrieve", { query: "a b" }), "R a b"],
  [
    "objects for strings",
    call("retrieve", { queries: [{ query: "a b" }, { text: "c d" }, null, 7] }),
    "R a b | c d | 7",
  ],
  ["a name we know", call("functions.web_search", { q: "a b" }), "R a b"],
  ["an answer", call("answer", { text: "Paris [2]" }), "A Paris [2]"],
  ["an answer of another type", call("answer", { text: ["Paris", "Lyon"] }), "A Paris, Lyon"],
  ["an answer by another name", call("final_answer", { answer: 1984 }), "A 1984"],
  ["arguments in a string", call("answer", "Paris"), "A Paris"],
  ["no arguments", call("answer", undefined), "? nothing-behind-verb"],
  ["blank queries", call("retrieve", { queries: ["", " "] }), "? nothing-behind-verb"],
  ["an unknown tool", call("calculator", { x: 1 }), "? unknown-tool"],
  [
    "several calls",
    {
      tool_calls: [
        { name: "retrieve", args: { queries: ["a b"] } },
        { name: "retrieve", args: { queries: ["A b", "c d"] } },
      ],
    },
    "R a b | c d",
  ],
  [
    "an answer beside, behind",
    {
      tool_calls: [
        { name: "retrieve", args: { queries: ["a b"] } },
        { name: "answer", args: { text: "Paris" } },
      ],
    },
    "R a b",
  ],
  [
    "an answer beside, in front",
    {
      tool_calls: [
        { name: "answer", args: { text: "Paris" } },
        { name: "retrieve", args: { queries: ["a b"] } },
      ],
    },
    "A Paris",
  ],
  [
    "an unknown tool beside",
    {
      tool_calls: [
        { name: "dance", args: {} },
        { name: "answer", args: { text: "Paris" } },
      ],
    },
    "A Paris",
  ],
  [
    "arguments that are cut off, as LangChain hands them on",
    {
      content: "",
      tool_calls: [],
      invalid_tool_calls: [{ name: "retrieve", args: '{"queries": ["birthplace of Pask' }],
    },
    "R birthplace of Pask",
  ],
  [
    "arguments with quotes of another kind",
    { content: "", invalid_tool_calls: [{ name: "answer", args: "{'text': 'Paris'}" }] },
    "A Paris",
  ],
  ["no calls, but text", { content: "Answer: Paris", tool_calls: [] }, "A Paris"],
  [
    "an unknown tool, but text",
    { content: "Answer: Paris", tool_calls: [{ name: "dance", args: {} }] },
    "A Paris",
  ],
];

function shown(reply: ModelReply | string): string {
  const read = parseReply(reply);
  if (read.kind === "answer") return `A ${read.text}`;
  return read.kind === "retrieve" ? `R ${read.queries.join(" | ")}` : `? ${read.reason}`;
}

describe("parseReply reads", () => {
  describe.each([
    ["an answer", answers],
    ["no further than", behindAnswers],
    ["queries", queries],
    ["JSON with", json],
    ["a call written by", writtenCalls],
    ["past thoughts with", thoughts],
    ["Chinese with", chinese],
    ["Not mentioned", notMentioned],
    ["as unreadable", unreadable],
    ["a message with", messages],
  ])("%s", (_, rows) => {
    it.each(rows)("%s", (_name, reply, expected) => {
      expect(shown(reply)).toBe(expected);
    });
  });
});
