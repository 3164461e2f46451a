import { checkRows, type Row } from "../testing/reply-rows.js";

const q = "birthplace of Oren Vale";

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

checkRows("reads JSON with", json);
checkRows("reads a call written by", writtenCalls);

const answer = { answer: "Harsett [1]" };
const once = JSON.stringify(answer);
const twice = JSON.stringify(once);
const thrice = JSON.stringify(twice);
const lists = JSON.stringify(JSON.stringify({ queries: ["a b", "c d"] }));

checkRows("reads JSON that is encoded", [
  ["twice", twice, "A Harsett [1]"],
  ["three times", thrice, "A Harsett [1]"],
  ["with line breaks", JSON.stringify(JSON.stringify(answer, null, 2)), "A Harsett [1]"],
  ["in a fence", `\`\`\`json\n${twice}\n\`\`\``, "A Harsett [1]"],
  ["in a fence without a name", `\`\`\`\n${thrice}\n\`\`\``, "A Harsett [1]"],
  ["without its quotes", twice.slice(1, -1), "A Harsett [1]"],
  ["and cut off", twice.slice(0, -1), "A Harsett [1]"],
  ["in single quotes", `'${once}'`, "A Harsett [1]"],
  ["in quotes alone", `"${once}"`, "A Harsett [1]"],
  ["in backticks", `\`${once}\``, "A Harsett [1]"],
  ["after a sentence", `Here it is: ${twice}`, "A Harsett [1]"],
  ["after a line", `Here it is:\n${twice}`, "A Harsett [1]"],
  ["after the verb", `Answer: ${twice}`, "A Harsett [1]"],
  ["in tags", `<answer>${twice}</answer>`, "A Harsett [1]"],
  ["in the field of an answer", JSON.stringify({ answer: once }), "A Harsett [1]"],
  ["in another field", JSON.stringify({ content: once }), "A Harsett [1]"],
  ["in a list", JSON.stringify([once]), "A Harsett [1]"],
  ["inside another object", JSON.stringify({ output: answer }), "A Harsett [1]"],
  [
    "as a call",
    JSON.stringify(JSON.stringify({ name: "answer", arguments: once })),
    "A Harsett [1]",
  ],
  ["as a line of text", JSON.stringify("Answer: Harsett [1]"), "A Harsett [1]"],
  ["as queries", lists, "R a b | c d"],
  ["as queries after the verb", `Retrieve: ${lists}`, "R a b | c d"],
  [
    "in a list of queries",
    JSON.stringify({ queries: JSON.stringify(["a b", "c d"]) }),
    "R a b | c d",
  ],
  [
    "as an answer of its own",
    JSON.stringify({ answer: '{"town": "Harsett"}' }),
    'A {"town": "Harsett"}',
  ],
  ["with quotations in a text", 'Answer: "Petrel" and "Plover"', 'A "Petrel" and "Plover"'],
]);
