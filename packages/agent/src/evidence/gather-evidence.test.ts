import type { Evidence, Round } from "@psi/core";
import fc from "fast-check";
import { expect, it } from "vitest";
import { gatherEvidence } from "./gather-evidence.js";
import { foundText } from "./testing.js";

type Ids = readonly (readonly string[])[];

/** Rounds of lists of ids: `[["a", "b"], ["c"]]` is one round of two queries. */
function roundsOf(rounds: readonly Ids[]): readonly Round[] {
  return rounds.map((lists, round) => ({
    queries: lists.map((_, query) => `${round}.${query}`),
    found: lists.map((ids) => ids.map((id) => foundText(id, id))),
  }));
}

function shown(evidence: readonly Evidence[]): readonly string[] {
  return evidence.map(({ number, found, rank, query }) =>
    [found.node.id, number, rank, query].join(" "),
  );
}

/** All finds, each with its place, sorted by what is documented. */
function naive(rounds: readonly Ids[]): readonly string[] {
  const finds = rounds.flatMap((lists, round) =>
    lists.flatMap((ids, query) => ids.map((id, place) => ({ id, round, query, place }))),
  );
  const met = [...finds].sort(
    (a, b) => a.round - b.round || a.place - b.place || a.query - b.query,
  );
  const numbers = [...new Set(met.map(({ id }) => id))];
  const best = [...finds].sort(
    (a, b) => a.place - b.place || a.round - b.round || a.query - b.query,
  );
  return best
    .filter(({ id }, at) => best.findIndex((other) => other.id === id) === at)
    .map(({ id, round, query, place }) =>
      [id, numbers.indexOf(id) + 1, place + 1, `${round}.${query}`].join(" "),
    );
}

const lists = fc.array(fc.array(fc.constantFrom(..."abcdefghij"), { maxLength: 6 }), {
  maxLength: 4,
});
const anyRounds = fc.array(lists, { maxLength: 5 });

it("gathers nothing from nothing", () => {
  expect(gatherEvidence([])).toEqual([]);
  expect(gatherEvidence(roundsOf([[], [[]]]))).toEqual([]);
});

it("interleaves rounds by rank, and keeps the number under which a passage came first", () => {
  const evidence = gatherEvidence(roundsOf([[["a", "b", "c"]], [["d", "c"], ["b"]]]));
  expect(shown(evidence)).toEqual(["a 1 1 0.0", "d 4 1 1.0", "b 2 1 1.1", "c 3 2 1.0"]);
});

it("gives what a plain sort of all finds gives", () => {
  fc.assert(
    fc.property(anyRounds, (rounds) => {
      expect(shown(gatherEvidence(roundsOf(rounds)))).toEqual(naive(rounds));
    }),
    { numRuns: 500 },
  );
});

it("never changes a number, and never pushes out the first round's best, when a round is added", () => {
  fc.assert(
    fc.property(anyRounds, lists, (rounds, more) => {
      const before = gatherEvidence(roundsOf(rounds));
      const after = gatherEvidence(roundsOf([...rounds, more]));
      const numbers = new Map(after.map(({ found, number }) => [found.node.id, number]));
      for (const { found, number } of before) expect(numbers.get(found.node.id)).toBe(number);
      expect([...numbers.values()].sort((a, b) => a - b)).toEqual(after.map((_, at) => at + 1));
      const firstFound = rounds[0]?.find((ids) => ids.length > 0)?.[0];
      if (firstFound !== undefined) expect(after[0]?.found.node.id).toBe(firstFound);
    }),
    { numRuns: 500 },
  );
});

it("takes as many lists as an array can have", () => {
  const many = Array.from({ length: 200_000 }, (_, i) => [String(i % 3)]);
  expect(gatherEvidence(roundsOf([many])).map(({ number }) => number)).toEqual([1, 2, 3]);
});
