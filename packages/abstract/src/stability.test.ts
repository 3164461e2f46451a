import { describe, expect, it } from "vitest";
import { extractive, keyphrases } from "./index.js";
import { madeCorpus } from "./made-corpus.js";

const perGroup = 5;
const corpus = madeCorpus(1000, perGroup);
/** Of the same subjects as the first groups, in other words. */
const added = madeCorpus(30, perGroup, 7).texts.filter((_, i) => i % 6 === 0);

/** The abstracts of all groups, with statistics over the corpus and perhaps one passage more. */
async function abstracts(
  make: typeof extractive | typeof keyphrases,
  more: readonly string[],
): Promise<string[]> {
  const abstracter = make().forCorpus!([...corpus.texts, ...more]);
  const starts = Array.from(
    { length: corpus.texts.length / perGroup },
    (_, group) => group * perGroup,
  );
  const made = starts.map((start) =>
    abstracter.abstract({
      texts: corpus.texts.slice(start, start + perGroup),
      titles: corpus.titles.slice(start, start + perGroup),
      layer: 1,
    }),
  );
  return (await Promise.all(made)).map(({ text }) => text);
}

describe.each([
  ["extractive", extractive],
  ["keyphrases", keyphrases],
] as const)("%s", (_, make) => {
  it("keeps nearly all texts when one passage joins a thousand", async () => {
    const before = await abstracts(make, []);
    expect(new Set(before).size).toBe(before.length);
    let changed = 0;
    for (const passage of added) {
      const after = await abstracts(make, [passage]);
      changed += after.filter((text, group) => text !== before[group]).length;
    }
    const share = changed / (before.length * added.length);
    // Each changed text costs an embedding.
    expect(share).toBeLessThan(0.02);
  });

  it("does depend on the corpus", async () => {
    const before = await abstracts(make, []);
    const other = await abstracts(make, madeCorpus(1000, 50, 3).texts);
    expect(other).not.toEqual(before);
  });
});
