import { expect, it } from "vitest";
import { renamedSignals, type WriteSignals } from "./renamed-signals.js";

const write: WriteSignals = (row, signals) => {
  signals["bridge.link1"] = row;
  signals["bridge.link"] = (signals["bridge.link1"] ?? 0) + 1;
};

it("leaves a writer as it is where the prefix is its own", () => {
  expect(renamedSignals("bridge")(write)).toBe(write);
});

it("writes every feature under the prefix, and leaves what is in the record", () => {
  const signals = { "bridge.link": 9, "sparse.bm25": 2 };
  renamedSignals("second.bridge")(write)(3, signals);
  expect(signals).toEqual({
    "bridge.link": 9,
    "sparse.bm25": 2,
    "second.bridge.link1": 3,
    "second.bridge.link": 4,
  });
});
