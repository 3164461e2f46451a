import { describe, expect, it } from "vitest";
import { buildLinks } from "./build-links.js";
import { linkSeeds } from "./link-seeds.js";
import { listedNames } from "./testing/listed-names.js";

const links = buildLinks(
  [
    { title: "Petrel", text: "" },
    { title: "Harsett Petrel", text: "" },
    { title: "Harsett a b Petrel", text: "" },
    ...Array.from({ length: 11 }, (_, i) => ({ title: `Common p${i}`, text: "" })),
  ],
  { names: listedNames() },
);
const seedsFor = (question: string, ...lists: number[][]): Record<number, number> =>
  Object.fromEntries(linkSeeds(links, question, lists).weights);
const words = (count: number): string =>
  Array.from({ length: count }, (_, i) => `word${i}`).join(" ");

describe("linkSeeds", () => {
  it("weighs a list by place", () => {
    expect(seedsFor("who?", [5, 3, 4])).toEqual({ 5: 1 / 2, 3: 1 / 3, 4: 1 / 4 });
    expect(Object.keys(seedsFor("who?", [...Array(14).keys()]))).toHaveLength(10);
    expect(seedsFor("who?", [])).toEqual({});
  });

  it("fuses several lists by reciprocal rank, ten in all", () => {
    expect(seedsFor("who?", [5, 3], [3, 4])).toEqual({ 3: 1 / 2, 5: 1 / 3, 4: 1 / 4 });
    expect(Object.keys(seedsFor("who?", [0, 1, 2, 3, 4, 5], [6, 7, 8, 9, 10, 11]))).toHaveLength(
      10,
    );
  });

  it("adds what the question names, shared and less for what is not the first subject", () => {
    const seeds = seedsFor("Petrel?", [0]);
    expect(seeds[0]).toBeCloseTo(1 / 2 + 0.5 / 3, 12);
    expect(seeds[1]).toBeCloseTo((0.5 * 0.5) / 3, 12);
    expect(seeds[2]).toBeCloseTo((0.5 * 0.25) / 3, 12);
    expect(seedsFor("Common?")).toEqual({});
  });

  it("trusts links less, the more words of its own a question has", () => {
    const restarts = [1, 12, 18, 30, 300].map(
      (count) => linkSeeds(links, words(count), []).restart,
    );
    expect(restarts[0]).toBeCloseTo(0.3, 12);
    expect(restarts[1]).toBeCloseTo(0.3, 12);
    expect(restarts[2]).toBeCloseTo(1 - 0.7 * (2 / 3) ** 3, 12);
    expect(restarts[3]).toBeCloseTo(1 - 0.7 * 0.4 ** 3, 12);
    expect(restarts[4]).toBeGreaterThan(0.9999);
    const short = seedsFor("Petrel")[0] as number;
    expect(seedsFor(`Petrel ${words(23)}`)[0]).toBeCloseTo(short / 8, 12);
    // Function words and repeats say nothing; of ideographs two are a word.
    expect(linkSeeds(links, "of the and who is ".repeat(50), []).restart).toBeCloseTo(0.3, 12);
    expect(linkSeeds(links, "灯".repeat(24), []).restart).toBeCloseTo(0.3, 12);
    expect(linkSeeds(links, "灯".repeat(48), []).restart).toBeCloseTo(1 - 0.7 / 8, 12);
  });
});
