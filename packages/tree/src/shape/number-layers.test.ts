import { expect, it } from "vitest";
import { numberLayers } from "./number-layers.js";

it("numbers layer by layer, in the order of first leaves", () => {
  // Given: root 4; 5 above leaves 1 and 3; 6 above leaves 0 and 2.
  const { parents, layers, leafCount } = numberLayers(4, [6, 5, 6, 5, -1, 4, 4]);
  expect(leafCount).toBe(4);
  expect([...parents]).toEqual([4, 5, 4, 5, 6, 6, -1]);
  expect([...layers]).toEqual([0, 0, 0, 0, 1, 1, 2]);
});

it("changes nothing when it is done again", () => {
  const once = numberLayers(4, [6, 5, 6, 5, -1, 4, 4]);
  expect(numberLayers(4, once.parents)).toEqual(once);
});
