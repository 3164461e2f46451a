import { checkRows, type Row } from "../testing/reply-rows.js";

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

checkRows("reads Not mentioned", notMentioned);
checkRows("finds nothing to read in", unreadable);
