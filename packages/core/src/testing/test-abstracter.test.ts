import { describe, it } from "vitest";
import type { Abstracter } from "../abstracter.js";
import { catches } from "./catches.js";
import { runContract } from "./contract.js";
import { testAbstracter } from "./test-abstracter.js";

describe("an abstracter that takes the first words", () => {
  const firstWords = (): Abstracter => ({
    name: "first-words",
    free: true,
    async abstract({ texts }, { signal } = {}) {
      signal?.throwIfAborted();
      return { text: texts.map((text) => text.slice(0, 20)).join(" "), notes: [] };
    },
    forCorpus: firstWords,
  });
  runContract(testAbstracter(firstWords), it);
});

describe("an abstracter that costs", () => {
  const paid = (): Abstracter => ({
    name: "paid",
    free: false,
    concurrency: 4,
    async abstract({ texts }, { signal } = {}) {
      signal?.throwIfAborted();
      return { text: `About ${texts.length} texts, ${Math.random()}.`, notes: ["It was made up."] };
    },
    estimate: () => ({ promptTokens: 10, completionTokens: 5 }),
  });
  runContract(testAbstracter(paid), it);
});

describe("testAbstracter catches an abstracter that", () => {
  const changed = (change: Partial<Abstracter>) => (): Abstracter => ({
    name: "first",
    free: true,
    async abstract({ texts }, { signal } = {}) {
      signal?.throwIfAborted();
      return { text: texts.join(" ").slice(0, 100), notes: [] };
    },
    ...change,
  });
  let made = 0;
  catches<Abstracter>(
    [
      ["has no name", "has a name, and says whether it is free", changed({ name: " " })],
      [
        "has a new name each time",
        "has the same name whenever it is made alike",
        () => changed({ name: `first-${made++}` })(),
      ],
      [
        "runs nothing at once",
        "says how many abstracts may be asked for at once, from 1, or nothing",
        changed({ concurrency: 0 }),
      ],
      [
        "costs, and does not say what",
        "estimates the cost in tokens, unless it is free",
        changed({ free: false }),
      ],
      [
        "says nothing",
        "condenses a few texts, and leaves the group as it is",
        changed({ abstract: async () => ({ text: "", notes: [] }) }),
      ],
      [
        "sorts the group's texts",
        "condenses a few texts, and leaves the group as it is",
        changed({
          abstract: async ({ texts }) => ({ text: (texts as string[]).sort().join(), notes: [] }),
        }),
      ],
      [
        "needs two texts",
        "takes one text",
        changed({ abstract: async ({ texts }) => ({ text: texts[1] as string, notes: [] }) }),
      ],
      [
        "fails on empty texts",
        "takes empty texts",
        changed({
          abstract: async ({ texts }) => {
            if (texts.some((text) => text.trim() === "")) throw new Error("empty");
            return { text: "fine", notes: [] };
          },
        }),
      ],
      [
        "is free and never says the same",
        "writes the same abstract again when free",
        changed({ abstract: async () => ({ text: `No. ${made++}`, notes: [] }) }),
      ],
      [
        "writes blank notes",
        "takes 40 texts",
        changed({ abstract: async () => ({ text: "fine", notes: [""] }) }),
      ],
      [
        "does not look at the signal",
        "rejects with the reason of an aborted signal",
        changed({ abstract: async () => ({ text: "fine", notes: [] }) }),
      ],
    ],
    testAbstracter,
  );
});
