import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitThoughts } from "./thoughts.js";

const thought = "The Petrel was built first.";
const said = "Hendry Pask built it in 1840.";

/** How model families mark what they think: by the text before, between and after. */
const families: readonly (readonly [
  name: string,
  before: string,
  between: string,
  after?: string,
])[] = [
  ["think", "<think>", "</think>"],
  ["think with a line break", "<think>\n", "\n</think>\n\n"],
  ["think in capitals", "<THINK>", "</THINK>"],
  ["think with spaces in its end", "<think>", "</ think >"],
  ["think with an attribute", '<think time="3">', "</think>"],
  ["think as a server escapes it", "&lt;think&gt;", "&lt;/think&gt;"],
  ["thinking", "<thinking>", "</thinking>"],
  ["thought", "<Thought>", "</Thought>"],
  ["reasoning", "<reasoning>", "</reasoning>"],
  ["reason", "<reason>", "</reason>"],
  ["analysis", "<analysis>", "</analysis>"],
  ["scratchpad", "<scratchpad>", "</scratchpad>"],
  ["reflection", "<reflection>", "</reflection>"],
  ["an inner monologue", "<inner_monologue>", "</inner_monologue>"],
  ["tokens", "<|think|>", "<|/think|>"],
  ["tokens with the slash outside", "<|thinking|>", "</|thinking|>"],
  ["Magistral", "[THINK]", "[/THINK]"],
  ["Kimi", "◁think▷", "◁/think▷"],
  ["Seed", "<seed:think>", "</seed:think>"],
  ["LongCat", "<longcat_think>", "</longcat_think>"],
  ["PLaMo", "<|plamo:begin_think:plamo|>", "<|plamo:end_think:plamo|>"],
  ["Solar", "<|think:start|>", "<|think:end|>"],
  ["Command", "<|START_THINKING|>", "<|END_THINKING|><|START_RESPONSE|>", "<|END_RESPONSE|>"],
  [
    "Sky-T1",
    "<|begin_of_thought|>",
    "<|end_of_thought|>\n<|begin_of_solution|>",
    "<|end_of_solution|>",
  ],
  ["Apertus", "<|inner_prefix|>", "<|inner_suffix|>"],
  ["Pangu", "[unused16]", "[unused17]"],
  ["Gemma", "<|channel>thought\n", "<channel|>", "<turn|>"],
  ["MedGemma", "<unused94>thought\n", "<unused95>"],
  [
    "gpt-oss",
    "<|channel|>analysis<|message|>",
    "<|end|><|start|>assistant<|channel|>final<|message|>",
    "<|return|>",
  ],
  [
    "gpt-oss with a format",
    "<|channel|>analysis<|message|>",
    "<|end|><|start|>assistant<|channel|>final <|constrain|>json<|message|>",
  ],
  ["gpt-oss without its marks", "analysis", "assistantfinal"],
  [
    "messages to itself",
    "<|start|>assistant to=self<|message|>",
    "<|eom|><|start|>assistant to=user<|message|>",
    "<|eot|>",
  ],
  ["HyperCLOVA", "/think\n", "<|im_end|>\n<|im_start|>assistant\n", "<|im_end|>"],
  ["Granite", "Here is my thought process:\n", "\nHere is my response:\n"],
  ["Granite, contracted", "Here's my thought process: ", "\n\nHere's my response: "],
  [
    "Apriel",
    "Here are my reasoning steps:\n",
    "\n[BEGIN FINAL RESPONSE]\n",
    "\n[END FINAL RESPONSE]\n<|end|>",
  ],
  ["Ollama's terminal", "Thinking...\n", "\n...done thinking.\n\n"],
];

describe("splitThoughts", () => {
  it.each(families)(
    "separates the thought from the answer: %s",
    (_, before, between, after = "") => {
      expect(splitThoughts(`${before}${thought}${between}${said}${after}`)).toEqual({
        text: said,
        thought,
      });
    },
  );

  it.each([
    "Hendry Pask [thinking] built it.",
    "He gave a [thought] to it. See [unused].",
    "Here is my response: Hendry Pask.",
    "analysis of the hull: oak. The assistant final draft is lost.",
    "The analysis <b>shows</b> oak; a < b.",
    "Thinking... that it was built first is wrong.",
    "What I thought: <thoughtful> it is.",
  ])("leaves words that only look like marks: %s", (text) => {
    expect(splitThoughts(text)).toEqual({ text, thought: "" });
  });

  it("takes a thought that never ends to the end", () => {
    for (const [, before] of families.slice(0, 27)) {
      expect(splitThoughts(`${said}${before}${thought}`)).toEqual({ text: said, thought });
    }
  });

  it("takes what stands before a lone end for a thought", () => {
    for (const end of ["</think>", "[/THINK]", "<|END_THINKING|>", "<channel|>", "</seed:think>"]) {
      expect(splitThoughts(`${thought}${end}${said}`)).toEqual({ text: said, thought });
    }
  });

  it("joins several thoughts, in order", () => {
    const text = "<think>one</think>Pa<reasoning>two</reasoning>sk<think>three";
    expect(splitThoughts(text)).toEqual({ text: "Pask", thought: "one\ntwo\nthree" });
  });

  it("takes the first turn that says something", () => {
    const turns = `<|im_start|>assistant\n${said}<|im_end|>\n<|im_start|>user\nAnd then?`;
    expect(splitThoughts(turns).text).toBe(said);
    expect(splitThoughts(`${said}<end_of_turn>\nmore`).text).toBe(said);
  });

  it("leaves no mark of any family behind, in whatever order they come", () => {
    const mark = fc.constantFrom(...families.slice(0, 27).flatMap(([, a, b, c = ""]) => [a, b, c]));
    fc.assert(
      fc.property(fc.array(fc.oneof(mark, fc.constant(" oak "))), (parts) => {
        const { text } = splitThoughts(parts.join(""));
        expect(text).not.toMatch(/[<[◁|](?:\/|\|)?(?:think|reason|thought|seed|inner)/i);
      }),
    );
  });

  it("reads a hundred thousand marks", () => {
    for (const unit of [
      "<think>",
      "</think>",
      "[THINK]",
      "<|channel|>",
      "<|",
      "< ",
      "\n",
      "<end",
    ]) {
      expect(splitThoughts(`${unit.repeat(100_000)}</think>${said}`).text).toBe(said);
    }
  });
});
