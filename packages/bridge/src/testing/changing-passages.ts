import fc from "fast-check";
import type { NamedPassage } from "../name-extractor.js";

/** Sentences in which names recur, are written otherwise, or are none where the corpus has them in lower case. */
const english = [
  "Hendry Pask built the Petrel.",
  "HENDRY PASK lies at Harsett.",
  "Björk came to Orrin.",
  "We met Bjork, and BJÖRK sang.",
  "Lilies grow here.",
  "She drew lilies.",
  "We like Lilies.",
  "Orrin is an isle.",
  "they left orrin island today",
  "a boat to orrin island",
  "Mr. Hendry Amos Pask wrote “night boat” in 1840.",
  "THE PETREL SAILS AT SEVEN AND THE PLOVER FOLLOWS",
  "It rained.",
];
const letters =
  "天地玄黄宇宙洪荒日月盈昃辰宿列张寒来暑往秋收冬藏闰余成岁律吕调阳云腾致雨露结为霜金生丽水";
const unspaced = [
  "她去了奥林岛。",
  "奥林岛有灯塔。",
  "人说《红楼梦》里的灯塔很高。",
  "ペトレル号はハーセットで造られた。",
  "ハーセットは村だ。",
  "他有iPhone 14，价1998元。",
  letters,
  [...letters].reverse().join(""),
];
const titles = [
  "The Petrel",
  "Hendry Pask (builder)",
  "BJORK",
  "Lilies",
  "奥林岛",
  "orrin",
  "?!",
  "",
];

const textOf = (sentences: readonly string[]): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...sentences), { maxLength: 4 }).map((some) => some.join(" "));

/** Short passages that share names: of one kind of script or of several, with titles or without. */
export function changingPassage(): fc.Arbitrary<NamedPassage> {
  const text = fc.oneof(textOf(english), textOf(unspaced), textOf([...english, ...unspaced]));
  return fc.oneof(fc.record({ text }), fc.record({ title: fc.constantFrom(...titles), text }));
}

/** A corpus and what becomes of it: passages added last, put in the place of others, or left out. */
export interface Change {
  readonly add: readonly NamedPassage[];
  readonly update: readonly (readonly [at: number, passage: NamedPassage])[];
  readonly remove: readonly number[];
}

export function someChange(): fc.Arbitrary<Change> {
  return fc.record({
    add: fc.array(changingPassage(), { maxLength: 3 }),
    update: fc.array(fc.tuple(fc.nat(20), changingPassage()), { maxLength: 2 }),
    remove: fc.array(fc.nat(20), { maxLength: 3 }),
  });
}

/** The passages after a change, and for each its row before it, or -1. */
export function changed(
  passages: readonly NamedPassage[],
  { add, update, remove }: Change,
): { readonly passages: readonly NamedPassage[]; readonly rows: readonly number[] } {
  const all = passages.map((passage, row) => ({ passage, row }));
  for (const [at, passage] of update) if (at < all.length) all[at] = { passage, row: -1 };
  const kept = [
    ...all.filter((_, row) => !remove.includes(row)),
    ...add.map((passage) => ({ passage, row: -1 })),
  ];
  return { passages: kept.map(({ passage }) => passage), rows: kept.map(({ row }) => row) };
}
