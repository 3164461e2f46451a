import { describe, expect, it } from "vitest";
import { buildLinks } from "./build-links.js";
import { absent, hasShared, sharedSet } from "./testing/shared-data.js";

describe("links of real passages", () => {
  const here = hasShared("2wiki_hipporag1000");

  it.skipIf(!here)(
    `lead from what 2Wiki's questions name to its gold passages ${absent}`,
    async () => {
      const { passages, questions } = sharedSet("2wiki_hipporag1000");
      const links = buildLinks(passages);
      let named = 0;
      let reached = 0;
      for (const { question, gold } of questions) {
        const rows = new Set(links.aboutInText(question).flatMap((match) => [...match.rows]));
        const isNamed = gold.some((row) => rows.has(row));
        const isReached = gold.every(
          (row) => rows.has(row) || gold.some((other) => links.weightBetween(row, other) > 0),
        );
        named += isNamed ? 1 : 0;
        reached += isNamed && isReached ? 1 : 0;
      }
      expect(named / questions.length).toBeGreaterThan(0.97);
      expect(reached / questions.length).toBeGreaterThan(0.9);
      expect(links.graph.rows.length / passages.length).toBeLessThan(40);
    },
  );

  it.skipIf(!here)(`are found without titles too ${absent}`, () => {
    const { passages, questions } = sharedSet("2wiki_hipporag1000");
    const links = buildLinks(passages.map(({ text }) => ({ text })));
    const named = questions.filter(({ question, gold }) =>
      links.aboutInText(question).some(({ rows }) => gold.some((row) => rows.includes(row))),
    );
    expect(named.length / questions.length).toBeGreaterThan(0.85);
  });
});
