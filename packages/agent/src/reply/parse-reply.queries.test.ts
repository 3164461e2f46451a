import { checkRows, type Row } from "../testing/reply-rows.js";

const q = "birthplace of Oren Vale";

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

checkRows("reads queries written", queries);
