import { languageRule, type Prompt } from "./prompt.js";

/** Keywords of keyword lists: layer 2 and above. */
export const keywordsOfAbstracts: Prompt = {
  version: 2,
  instructions: (limit, language) =>
    `You write the keywords of one section in the catalogue of a library. The texts below are the keywords of
its parts; each part stands for many passages that you do not see.

Give at most ${limit} phrases of one to six words each, in this order:
1. the kinds of information that most parts hold;
2. the themes, names and places that run through several parts, the most common first; where parts have
   different words for one thing, take the wider word;
3. what sets the parts apart from one another: one or two telling phrases for each, the larger themes
   before single names.
- Use only what the lists say, and say nothing twice.
- Write all phrases on one line with a semicolon between them: no numbers, no headings, no sentences,
  nothing before or after them.
${languageRule(language)}`,
};
