import fc from "fast-check";

/** For tests: bits of many scripts, of text that is hard to cut, and of none. */
const bits = [
  ..."aZé9 .,;:!?\"'()-—\n\r\t",
  "\r\n",
  "\n\n",
  "\r\n\r\n",
  "The U.S. paid 3.5 million. ",
  "J. R. R. Tolkien wrote it. ",
  "word ",
  "internationalisation",
  "灯塔在岛的北边。",
  "石头来自大陆，很旧；真的！",
  "川の石橋は古い。",
  "강 위의 돌다리 ",
  "мост через реку. ",
  "مرحبا بالعالم، نعم؟ ",
  "ไทยไม่มีช่องว่าง",
  "नमस्ते दुनिया। ",
  "👩‍👩‍👧‍👦",
  "🏳️‍🌈",
  "👍🏽",
  "🇩🇪🇫🇷",
  "e\u0301\u0323",
  "\u0000",
  "\ufeff",
  "\u2028",
  "\u2029",
  "\u3000",
  "# Heading\n",
  "```\n",
  "---\n",
];

/** Text of many scripts, with unpaired surrogates and runs that are longer than a chunk. */
export const anyText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom(...bits) },
      { weight: 2, arbitrary: fc.string({ unit: "binary", maxLength: 8 }) },
      { weight: 1, arbitrary: fc.constantFrom("\ud83d", "\ude00") },
      {
        weight: 1,
        arbitrary: fc
          .tuple(fc.constantFrom(...bits), fc.integer({ min: 1, max: 120 }))
          .map(([bit, times]) => bit.repeat(times)),
      },
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(""));

/** A text cut into parts anywhere, as a stream may. */
export function partsOf(text: string, cuts: readonly number[]): string[] {
  const places = [...cuts.map((cut) => cut % (text.length + 1)), 0, text.length];
  places.sort((a, b) => a - b);
  return places.slice(1).map((to, i) => text.slice(places[i], to));
}

/** Parts as a stream gives them. */
export async function* streamOf<T>(parts: Iterable<T>): AsyncGenerator<T, void, undefined> {
  yield* parts;
}

export async function listOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}
