export { buildLinks, type LinksOptions } from "./build-links.js";
export type { LinkGraph, Links, SubjectMatch } from "./links.js";
export { type Lists, listAt } from "./lists.js";
export type { NamedPassage, NameExtractor, PassageNames } from "./name-extractor.js";
export { names } from "./names/names.js";
export { type PageRankOptions, personalisedPageRank } from "./page-rank.js";
