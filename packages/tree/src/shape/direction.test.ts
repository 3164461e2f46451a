import { expect, it } from "vitest";
import { addTo, scaleToUnit } from "./direction.js";

it("adds and scales in place", () => {
  const sum = Float32Array.of(1, 0);
  addTo(sum, Float32Array.of(2, 4));
  expect([...sum]).toEqual([3, 4]);
  expect(scaleToUnit(sum)).toBe(true);
  expect(sum).toEqual(Float32Array.of(0.6, 0.8));
});

it("makes no direction of nothing, or of what rounding left", () => {
  for (const rest of [0, 1e-8]) {
    const sum = Float32Array.of(rest, 0);
    expect(scaleToUnit(sum)).toBe(false);
    expect(sum).toEqual(Float32Array.of(rest, 0));
  }
});
