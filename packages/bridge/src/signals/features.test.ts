// Every feature, for one passage and one question, against its value by hand. The corpus is `harbour`:
//
//     row  title        names of two rows        vector
//     0    The Petrel   Hendry Pask              ( 1,    0)
//     1    Hendry Pask  Hendry Pask, Harsett     ( .8,  .6)
//     2    Harsett      Harsett                  ( 0,    1)
//     3    Edith Sarn   Plover                   ( .6, -.8)
//     4    The Plover   Plover                   (-1,    0)
//     5    –            –                        ( 0,   -1)
//
// Links: 0-1, 1-2, 3-4, each by one name of two rows that one of them is about: 2 ln(6/2)/(2 - 1).
import { dot } from "@psi/core";
import { textNodes } from "@psi/core/testing";
import { describe, expect, it } from "vitest";
import { bridgeRetriever } from "./bridge-retriever.js";
import { harbour, harbourBridge, plainWords, sharedWords } from "./harbour.js";

const vectors = [
  [1, 0],
  [0.8, 0.6],
  [0, 1],
  [0.6, -0.8],
  [-1, 0],
  [0, -1],
] as const;
const cosine = (a: number, b: number): number => dot(vectors[a]!, vectors[b]!);
/** All rows by their cosine with the first: 0, 1, 3, 2, 5, 4. */
const nearest = vectors
  .map((_, id) => ({ id, score: cosine(id, 0) }))
  .sort((a, b) => b.score - a.score || a.id - b.id);

const texts = harbour.map(({ text }) => text);
const retriever = bridgeRetriever({
  ...harbourBridge(),
  tokenizer: plainWords,
  sparse: sharedWords(harbour.map(({ title = "", text }) => `${title}\n${text}`)),
  vectors: { search: async (_, limit) => nearest.slice(0, limit), similarity: cosine },
  nodes: textNodes(texts),
});

async function featuresOf(question: string): Promise<readonly Readonly<Record<string, number>>[]> {
  const nodes = await textNodes(texts).read([...texts.keys()]);
  const scored = await retriever.score?.(
    question,
    nodes.map((node) => ({ node, score: 0 })),
  );
  return (scored ?? []).map(({ signals = {} }) => signals);
}

/** The weight of a stem that some of the six passages have. */
const weight = (passages: number): number => Math.log(1 + 6 / (1 + passages));
/** The weight of a stem that none has. */
const unknown = Math.log(1 + 6);
/** The rarity of a name of two passages. */
const rarity = Math.log(6 / 2) / 10;
const place = (from0: number): number => Math.log(1 + from0);
const nowhere = place(400);

/** What each row holds after the ten steps of the walk, half of each step returning to the seeds. */
function walked(seeds: readonly number[]): readonly number[] {
  const neighbours = [[1], [0, 2], [1], [4], [3], []];
  const all = seeds.reduce((sum, seed) => sum + seed, 0);
  const start = seeds.map((seed) => seed / all);
  let held = start;
  for (let step = 0; step < 10; step++) {
    held = start.map((seed, row) => {
      const flow = neighbours[row]!.map((from) => held[from]! / neighbours[from]!.length);
      return 0.5 * seed + 0.5 * flow.reduce((sum, each) => sum + each, 0);
    });
  }
  return held;
}

/**
 * "builder" and "where" are in no passage. Words: petrel, was in 0 (with "the" 3), was and born in 1 (2), the and
 * was in 4 (2), the in 3 (1). The best of words and vectors are 0, 1, 3, 4, 2, 5; the Petrel is named.
 */
const born = "Where was the builder of the Petrel born?";
const bornTotal = 2 * weight(1) + 2 * unknown; // petrel, born; was and the ask nothing
const bornAsked = weight(1) + 2 * unknown; // without the name: born
const bornWalk = walked([1 / 2 + 0.5, 1 / 3, 1 / 6, 1 / 4, 1 / 5, 1 / 7]);

/** All but "who" and "that" are in some passage; those two ask nothing, but are unknown. */
const lost = "Who lost the brig that Hendry Pask of Harsett built in a yard?";
// lost, brig, built, yard of one passage; hendry, pask, harsett of two
const lostTotal = 4 * weight(1) + 3 * weight(2) + 2 * unknown;
const lostAsked = 4 * weight(1) + 2 * unknown;

/** The Petrel is named, and the sentence that names its builder has "built". */
const built = "Who built the Petrel?";
const builtAsked = weight(1) + unknown;

const cases: readonly (readonly [feature: string, question: string, row: number, value: number])[] =
  [
    // What kind of question it is: the same for all rows.
    ["bestWords", born, 5, 3],
    ["wordsLead", born, 5, 1], // the sixth by words has none: (3 - 0) / 3
    ["agreement", born, 5, 4 / 10], // all four that words find
    ["topNamed", born, 5, 1],
    ["topNamed", "Did nobody see it rain for a week?", 5, 0],
    ["questionStems", lost, 5, 7],
    ["questionNamed", lost, 5, 2],
    ["questionLength", lost, 5, 10],
    ["questionNames", lost, 5, 2],
    // Names in the question that a passage is about.
    ["named", lost, 2, 1],
    ["named", lost, 0, 0],
    ["titleShare", lost, 1, 2 / 2],
    ["titleShare", "Was Pask lost?", 1, 1 / 2],
    ["inQuestion", lost, 2, 1],
    ["inQuestion", lost, 3, 0],
    ["sharedNames", lost, 1, 2 * rarity],
    ["sharedNameCount", lost, 1, 2],
    // The share of the question's stems.
    ["question", born, 0, weight(1) / bornTotal],
    ["question", lost, 1, (3 * weight(2) + weight(1)) / lostTotal], // hendry, pask, harsett, yard
    ["body", lost, 1, (weight(2) + weight(1)) / lostTotal], // without its title: harsett, yard
    ["relation", lost, 0, (3 * weight(1)) / lostAsked], // brig, built, lost
    ["relationSentence", lost, 0, weight(1) / lostAsked], // each in a sentence of its own
    ["open1", lost, 0, (3 * weight(1)) / lostTotal], // 1 is the best: brig, built, lost are left
    ["open2", lost, 0, (3 * weight(1)) / lostTotal], // 2 is the second, and has none of them
    ["isFirst", lost, 1, 1],
    ["isFirst", lost, 0, 0],
    ["isSecond", lost, 2, 1],
    ["length", born, 5, 7], // rained for week and nobody went out
    // Links to the five that are taken for found: 0, 1, 2, 3, 4 for the first question.
    ["link1", born, 1, 1], // all links of 0 lead to 1
    ["link2", born, 2, 1],
    ["link3", born, 1, 1],
    ["link1", born, 2, 0],
    ["link", born, 4, 1], // to the fourth
    ["link", born, 5, 0],
    // Sentences in which one passage names another.
    ["said", born, 2, weight(1) / bornAsked], // "Hendry Pask was born at Harsett."
    ["saidBy", born, 1, 1 + 0.5], // by the Petrel, which the question names
    ["saidBy", born, 2, 0.5],
    ["saysOf", born, 1, weight(1) / bornAsked + 0.05],
    ["saysOf", born, 0, 0.05], // "She was built by Hendry Pask in 1840." has nothing of what is asked
    ["saysOfRank", born, 1, 1 / 3], // of Harsett, the third
    ["saysOfRank", born, 0, 1 / 2],
    ["namedByNamed", born, 1, 1],
    ["namedByNamed", born, 2, 0],
    ["saidByNamed", built, 1, weight(1) / builtAsked],
    ["saidByNamed", born, 1, 0],
    // Names beyond the question's that a passage shares with one that was found.
    ["pair", born, 0, (rarity * weight(1)) / bornAsked], // Hendry Pask, with 1, which has "born" in its sentence
    ["pairName", born, 3, rarity],
    ["pairName", born, 5, 0],
    // Places and values of the lists.
    ["walk", born, 0, Math.log(1e-6 + 1)],
    ["walk", born, 2, Math.log(1e-6 + bornWalk[2]! / bornWalk[0]!)],
    ["walk", born, 5, Math.log(1e-6 + bornWalk[5]! / bornWalk[0]!)],
    ["walkPlace", born, 1, place(1)],
    ["walkPlace", born, 5, place(5)],
    ["wordsPlace", born, 4, place(2)],
    ["wordsPlace", born, 5, nowhere],
    ["vectorsPlace", born, 2, place(3)],
    ["similar1", born, 1, 0.8],
    ["similar2", born, 3, cosine(3, 1)],
    ["similar3", born, 3, -0.8],
    ["linkNear", born, 0, 1 * 0.8], // its link to the second, which has the cosine .8 with the question
    ["linkNear", born, 3, 0],
  ];

describe("the features of a candidate", () => {
  it.each(cases)("%s of %o in row %i is %f", async (feature, question, row, value) => {
    expect((await featuresOf(question))[row]?.[`bridge.${feature}`]).toBeCloseTo(value, 6);
  });

  it("are all in the table", async () => {
    const all = (await featuresOf(born)).flatMap((features) => Object.keys(features));
    const tested = cases.map(([feature]) => `bridge.${feature}`);
    expect([...new Set(tested)].sort()).toEqual([...new Set(all)].sort());
    expect(new Set(all).size).toBe(42);
  });
});
