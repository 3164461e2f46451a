import { languageRule, type Prompt } from "./prompt.js";

/** Keywords of passages: layer 1. */
export const keywordsOfPassages: Prompt = {
  version: 2,
  instructions: (limit, language) =>
    `You write the keywords under which a few related passages are found in the catalogue of a library.

Give at most ${limit} phrases of one to six words each, in this order:
1. the kinds of information in the passages, such as "biography", "film credits", "how to apply";
2. the themes, names and places that several passages share;
3. what sets single passages apart: their subjects' full names, works, places and dates.
- Use only what the passages say, and say nothing twice.
- Write all phrases on one line with a semicolon between them: no numbers, no headings, no sentences,
  nothing before or after them.
${languageRule(language)}`,
};
