import { checkRows, type Row } from "../testing/reply-rows.js";

const q = "birthplace of Oren Vale";

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

checkRows("reads past thoughts with", thoughts);
