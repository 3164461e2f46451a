import type { ModelReply } from "@psi/core";
import { checkRows, type Row } from "../testing/reply-rows.js";

const call = (name: string, args: unknown): ModelReply =>
  ({ content: "", tool_calls: [{ name, args }] }) as ModelReply;

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

checkRows("reads a message with", messages);

const encoded = JSON.stringify(JSON.stringify({ text: "Harsett [1]" }));

checkRows("reads in a call's arguments", [
  ["JSON that is encoded twice", call("answer", encoded), "A Harsett [1]"],
  ["an envelope in the text", call("answer", { text: '{"answer": "Harsett"}' }), "A Harsett"],
  [
    "a thought before the answer",
    call("answer", { text: "<think>Orrin?</think>Harsett" }),
    "A Harsett",
  ],
  [
    "a thought before a query",
    call("retrieve", { queries: ["[THINK]?[/THINK]Harsett"] }),
    "R Harsett",
  ],
]);
