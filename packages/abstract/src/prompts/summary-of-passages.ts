import { languageRule, type Prompt } from "./prompt.js";

/** A summary of passages: layer 1. */
export const summaryOfPassages: Prompt = {
  version: 2,
  instructions: (limit, language) =>
    `You write the entry that stands for a few related passages in the catalogue of a library. Someone who
reads only your entry must be able to tell which questions the passages answer.

Write one coherent paragraph of at most ${limit} words.
- Begin with what the passages have in common, then say what each adds.
- Name people, places, works, organisations and dates in full; never "he", "it" or "this text" for them.
- State only what the passages say. No opinion, no guess, nothing you know from elsewhere.
- Write about the matter itself: no "the passages describe", no heading, no list, no quotation marks around
  the paragraph, no remark before or after it.
${languageRule(language)}`,
};
