import { listName } from "./passage-view.js";
import { plainText } from "./plain-text.js";

/** What the signals of the shipped weights say, in a few words each. "Found" are the best by links. */
const phrases: Readonly<Record<string, string>> = {
  "tree.cosine": "nearness to the question",
  "sparse.bm25": "words of the question (BM25)",
  "hop.near": "nearness to question and a found one",
  "hop.beyond": "nearness to what a found one leaves open",
  "hop.mean": "nearness to question and all found",
  "bridge.agreement": "agreement of words and vectors",
  "bridge.bestWords": "best BM25 of the question",
  "bridge.body": "share of the question, title apart",
  "bridge.inQuestion": "its name stands in the question",
  "bridge.isFirst": "first by links",
  "bridge.isSecond": "second by links",
  "bridge.length": "length",
  "bridge.link": "strongest link to a found one",
  "bridge.link1": "link to the best found",
  "bridge.link2": "link to the second found",
  "bridge.link3": "link to the third found",
  "bridge.linkNear": "link to one near the question",
  "bridge.named": "named in the question",
  "bridge.namedByNamed": "named by one the question names",
  "bridge.open1": "what the best found leaves open",
  "bridge.open2": "what the best two leave open",
  "bridge.pair": "what both say beside a shared name",
  "bridge.pairName": "rarity of a shared name",
  "bridge.question": "share of the question",
  "bridge.relation": "share of what is asked",
  "bridge.relationSentence": "share of what is asked, one sentence",
  "bridge.said": "what a found one says of it",
  "bridge.saidBy": "a found one names it",
  "bridge.saidByNamed": "what a named one says of it",
  "bridge.saysOf": "what it says of a found one",
  "bridge.saysOfRank": "it names a found one",
  "bridge.sharedNameCount": "names of the question, number",
  "bridge.sharedNames": "names of the question, rarity",
  "bridge.similar1": "nearness to the best found",
  "bridge.similar2": "nearness to the second found",
  "bridge.similar3": "nearness to the third found",
  "bridge.titleShare": "share of its title asked about",
  "bridge.vectorsPlace": "place by vectors",
  "bridge.wordsPlace": "place by words",
  "bridge.walk": "walk over links",
  "bridge.walkPlace": "place by the walk",
};

/** A signal for people; one that is not known here by its own name: "bridge.topNamed" is "links: top named". */
export function signalName(signal: string): string {
  const known = phrases[signal];
  if (known !== undefined) return known;
  const [list = "", ...measure] = signal.split(".");
  const words = measure
    .join(" ")
    // Numbers that count things stand apart; that of BM25 is part of its name.
    .replace(/([a-z])([A-Z])|([a-z]{3})(?=\d)/g, "$1$3 $2")
    .toLowerCase();
  return words === "" ? plainText(list) : `${listName(list)}: ${plainText(words)}`;
}
