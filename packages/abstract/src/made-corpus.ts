/** A stream of numbers from 0 to 1 that is the same for the same seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A made-up word for a number, the same for the same number. */
function wordFor(number: number): string {
  const syllables = [
    "ba",
    "de",
    "fi",
    "go",
    "lu",
    "mar",
    "nel",
    "pok",
    "rin",
    "sut",
    "tav",
    "ven",
    "wol",
    "zam",
    "kir",
    "hun",
  ];
  let word = "";
  for (let rest = number + 16; rest > 0; rest = Math.floor(rest / 16)) word += syllables[rest % 16];
  return word;
}

/** A corpus with subjects: common words for all, some for each subject, names for each passage. */
export interface MadeCorpus {
  readonly texts: readonly string[];
  readonly titles: readonly string[];
}

/** Passages of `perSubject` to a subject, in order, with word frequencies as in prose (Zipf). */
export function madeCorpus(count: number, perSubject: number, seed = 1): MadeCorpus {
  const random = seeded(seed);
  const common = (): string => wordFor(Math.floor(2000 ** random()) + 100);
  const name = (number: number): string => {
    const word = wordFor(number);
    return word.charAt(0).toUpperCase() + word.slice(1);
  };
  const titles = Array.from(
    { length: count },
    (_, i) => `${name(9000 + i)} ${name(20_000 + (i % 300))}`,
  );
  const texts = titles.map((title, i) => {
    const subject = Math.floor(i / perSubject);
    const local = (): string => wordFor(5000 + subject * 12 + Math.floor(12 * random() ** 2));
    const sentence = (opening: string): string => {
      const words = Array.from({ length: 8 + Math.floor(random() * 8) }, () => {
        const kind = random();
        return kind < 0.35
          ? ["the", "of", "in", "was", "and"][Math.floor(random() * 5)]!
          : kind < 0.8
            ? common()
            : local();
      });
      return `${opening} ${words.join(" ")}.`;
    };
    return [
      sentence(`${title} is a`),
      sentence("It has"),
      sentence(`The ${local()}`),
      sentence(name(40_000 + subject)),
    ].join(" ");
  });
  return { texts, titles };
}
