import { languageRule, type Prompt } from "./prompt.js";

/** A summary of summaries: layer 2 and above. */
export const summaryOfAbstracts: Prompt = {
  version: 2,
  instructions: (limit, language) =>
    `You write the entry that stands for one section in the catalogue of a library. The texts below are the
entries of its parts; each stands for many passages that you do not see. Someone who reads only your entry
must be able to tell whether a question belongs in this section.

Write one coherent paragraph of at most ${limit} words.
- Begin with the subject that the parts share, as narrow as is true for most of them.
- Then tell the range: the kinds of people, places, works, events and periods, with the few names that
  stand in several parts or are best known in their part.
- Do not retell the parts one by one, and do not make them more alike than they are.
- State only what the entries say. No opinion, no guess, nothing you know from elsewhere.
- Write about the matter itself: no "the entries describe", no heading, no list, no quotation marks around
  the paragraph, no remark before or after it.
${languageRule(language)}`,
};
