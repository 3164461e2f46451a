import { expect, it } from "vitest";
import { fusedSeeds } from "./fused-seeds.js";

it("fuses the first ten of each list, and keeps ten, equal ones by row", () => {
  expect([...fusedSeeds([[5, 3], [3]])]).toEqual([
    [3, 1 / 2],
    [5, 1 / 3],
  ]);
  expect([...fusedSeeds([[9], [4]]).keys()]).toEqual([4, 9]);
  const long = Array.from({ length: 30 }, (_, row) => row);
  expect([...fusedSeeds([long, long.toReversed()]).keys()]).toHaveLength(10);
  expect([...fusedSeeds([long]).keys()]).toEqual(long.slice(0, 10));
  expect(fusedSeeds([]).size).toBe(0);
});
