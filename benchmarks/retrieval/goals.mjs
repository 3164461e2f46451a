// What the figures stand beside: the goals of this project, and what others have published.

/** The data sets of the table, in its order, and what `psi eval` needs beside the folder. */
export const sets = [
  { name: "2wiki_hipporag1000", label: "2Wiki" },
  { name: "musique_dev387", label: "MuSiQue" },
  { name: "hotpotqa_dev494", label: "HotpotQA" },
  { name: "popqa1000", label: "PopQA + distractors" },
  { name: "multihoprag_pool", label: "MultiHop-RAG", flags: ["--all-questions"] },
];

const likeWords = "BM25 - .01";

/** What is measured, and the goal for each set, recall@2/recall@5. */
export const rows = [
  { name: "BM25", flags: ["--retriever", "words"] },
  {
    name: "words + links",
    flags: ["--retriever", "links"],
    goals: [".646/.833", ".406/.533", ".684/.871", "> BM25", likeWords],
  },
  {
    name: "learned, words only",
    flags: ["--retriever", "learned", "--tier", "words"],
    goals: [".79/.94", ".48/.61", ".83/.94", "> row above", likeWords],
  },
  {
    name: "learned, with vectors",
    flags: ["--retriever", "learned", "--tier", "vectors"],
    goals: [".81/.95", ".50/.655", ".87/.967", "> row above", likeWords],
  },
  {
    name: "learned, with a second hop",
    flags: ["--retriever", "learned", "--tier", "hops"],
  },
  { name: "no titles: BM25", flags: ["--retriever", "words", "--no-titles"] },
  { name: "no titles: words + links", flags: ["--retriever", "links", "--no-titles"] },
  {
    name: "no titles: learned, words only",
    flags: ["--retriever", "learned", "--tier", "words", "--no-titles"],
    goals: [".71/.875", ".43/.55", ".755/.90", "> BM25 without titles", likeWords],
  },
  {
    name: "no titles: learned, with vectors",
    flags: ["--retriever", "learned", "--tier", "vectors", "--no-titles"],
    goals: [".76/.90", ".465/.61", ".83/.942", "> row above", likeWords],
  },
  {
    name: "no titles: learned, with a second hop",
    flags: ["--retriever", "learned", "--tier", "hops", "--no-titles"],
  },
];

/** The aim beyond the goals. */
export const aim = [".83/.965", ".55/.72", ".90/.975", "", ""];

/** Recall as published by others. All of them let a large language model read the passages or the question. */
export const published = [
  ["HippoRAG 2 (70B model, 7B embedder)", ".762/.904", ".561/.747", ".835/.963", "", ""],
  ["PropRAG", ".820/.937", "-/.773", "-/.970", "", ""],
  ["Vector Graph RAG", "-/.941", "-/.730", "-/.963", "", ""],
  ["SAG (with a reranker)", ".823/.880", ".641/.800", ".916/.965", "", ""],
  ["Psi-RAG, authors' runs (8B embedder and reranker, 70B agent)", ".813/.961", "", "", "", ""],
];

export const comparable = `Comparable: 2Wiki, which has the questions and the 6,119 passages of the published runs. Not comparable:
MuSiQue and HotpotQA here are samples whose corpora are smaller than the published runs', which makes them
easier; PopQA and MultiHop-RAG have pools of their own, without published figures. Published rows use a
language model; rows measured here use none.`;

/** Questions of one passage, where a fusion must not fall below its best list. */
export const singleHop = [
  { name: "popqa1000" },
  { name: "xquad_en" },
  // Its passages are Chinese: the embedder must be too.
  { name: "cmrc2018_dev", embedder: "models/bge-small-zh-v1.5" },
];
