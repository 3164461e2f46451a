export { type ExtractiveOptions, extractive } from "./extractive.js";
export { type KeyphrasesOptions, keyphrases } from "./keyphrases.js";
export { type KeywordsOptions, keywords } from "./keywords.js";
export { type SummaryOptions, summary } from "./summary.js";
