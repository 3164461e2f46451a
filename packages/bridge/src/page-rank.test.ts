import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildLinks } from "./build-links.js";
import type { Links } from "./links.js";
import { personalisedPageRank } from "./page-rank.js";
import { listedNames } from "./testing/listed-names.js";

const names = listedNames();
const linksOf = (texts: readonly string[]): Links =>
  buildLinks(
    texts.map((text) => ({ text })),
    { names },
  );

/** The definition, with a matrix of all pairs. */
function dense(
  links: Links,
  seeds: ReadonlyMap<number, number>,
  restart: number,
  steps: number,
): number[] {
  const rows = [...Array(links.passageCount).keys()];
  const sum = [...seeds.values()].reduce((a, b) => a + b, 0);
  const start = rows.map((row) => (sum === 0 ? 0 : (seeds.get(row) ?? 0) / sum));
  let now = start;
  for (let i = 0; i < steps; i++) {
    now = rows.map((to) => {
      const flows = rows.map((from) => {
        const weight = links.weightBetween(from, to);
        return weight === 0 ? 0 : ((now[from] as number) * weight) / (links.totals[from] as number);
      });
      return restart * (start[to] as number) + (1 - restart) * flows.reduce((a, b) => a + b, 0);
    });
  }
  return now;
}

const letters = fc
  .array(fc.constantFrom(..."abcdefghij"), { maxLength: 4 })
  .map((all) => all.join(" "));
const texts = fc.array(letters, { minLength: 1, maxLength: 14 });
const weights = fc.array(fc.double({ min: 0, max: 9, noNaN: true }), { maxLength: 14 });
const settings = fc.record({
  restart: fc.double({ min: 0, max: 1, noNaN: true }),
  iterations: fc.integer({ min: 1, max: 12 }),
});
const seedsOf = (links: Links, some: readonly number[]): Map<number, number> =>
  new Map(some.slice(0, links.passageCount).map((weight, row) => [row, weight]));

describe("personalisedPageRank", () => {
  it("equals power iteration with a full matrix", () => {
    fc.assert(
      fc.property(texts, weights, settings, (some, each, options) => {
        const links = linksOf(some);
        const seeds = seedsOf(links, each);
        const values = personalisedPageRank(links, seeds, options);
        dense(links, seeds, options.restart, options.iterations).forEach((value, row) => {
          expect(values[row]).toBeCloseTo(value, 9);
        });
      }),
      { numRuns: 300 },
    );
  });

  it("sums to 1 where every passage has a link, with few and with many reached", () => {
    // A ring of 100: each passage shares one name with the next.
    const ring = linksOf(Array.from({ length: 100 }, (_, i) => `n${i} n${(i + 1) % 100}`));
    for (const iterations of [1, 5, 20, 60]) {
      const values = personalisedPageRank(
        ring,
        new Map([
          [3, 2],
          [4, 1],
        ]),
        { restart: 0.2, iterations },
      );
      expect(values.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 10);
      expect(values.filter((value) => value > 0)).toHaveLength(Math.min(100, 2 * iterations + 2));
    }
  });

  it("goes back to the seeds half of the time, ten steps, when nothing else is said", () => {
    const links = linksOf(["a b", "b c", "c d", "d"]);
    const seeds = new Map([[0, 1]]);
    const values = personalisedPageRank(links, seeds);
    dense(links, seeds, 0.5, 10).forEach((value, row) => {
      expect(values[row]).toBeCloseTo(value, 12);
    });
  });

  it("stays near the exact walk when negligible values are not passed on", () => {
    const links = linksOf(Array.from({ length: 60 }, (_, i) => `n${i} n${i + 1} m${i % 20}`));
    const exact = personalisedPageRank(links, new Map([[0, 1]]));
    const cut = personalisedPageRank(links, new Map([[0, 1]]), { negligible: 1e-4 });
    exact.forEach((value, row) => {
      expect(Math.abs(value - (cut[row] as number))).toBeLessThan(60 * 10 * 1e-4);
    });
    expect(cut.reduce((sum, value) => sum + value, 0)).toBeGreaterThan(0.95);
  });

  it("is all zeros without seeds, and keeps seeds that have no links", () => {
    const links = linksOf(["a", "b"]);
    expect([...personalisedPageRank(links, new Map())]).toEqual([0, 0]);
    expect([...personalisedPageRank(links, new Map([[1, 0]]))]).toEqual([0, 0]);
    expect([
      ...personalisedPageRank(
        links,
        new Map([
          [0, 3],
          [1, 1],
        ]),
      ),
    ]).toEqual([0.375, 0.125]);
    expect(personalisedPageRank(linksOf([]), new Map())).toHaveLength(0);
  });

  it.each([
    [{ restart: -0.1 }, [[0, 1]]],
    [{ restart: 1.1 }, [[0, 1]]],
    [{ restart: Number.NaN }, [[0, 1]]],
    [{ iterations: 0 }, [[0, 1]]],
    [{ iterations: 1.5 }, [[0, 1]]],
    [{ negligible: -1 }, [[0, 1]]],
    [{}, [[0, -1]]],
    [{}, [[0, Number.NaN]]],
    [{}, [[0, Number.POSITIVE_INFINITY]]],
    [{}, [[2, 1]]],
    [{}, [[-1, 1]]],
    [{}, [[0.5, 1]]],
    [
      {},
      [
        [0, 1.7e308],
        [1, 1.7e308],
      ],
    ],
  ] as const)("refuses the options %o with the seeds %o", (options, seeds) => {
    const links = linksOf(["a", "a"]);
    expect(() => personalisedPageRank(links, new Map(seeds as never), options)).toThrow(
      expect.objectContaining({ code: "invalid-option" }),
    );
  });
});
