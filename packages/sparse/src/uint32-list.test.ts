import { describe, expect, it } from "vitest";
import { uint32List } from "./uint32-list.js";

describe("uint32List", () => {
  it("holds what was put in, beyond one chunk", () => {
    const list = uint32List();
    expect(list.toArray()).toEqual(new Uint32Array(0));
    for (let i = 0; i < 200_000; i++) list.push(4_000_000_000 + i);
    list.increment(65_536);
    list.set(199_999, 7);
    expect(list.length).toBe(200_000);
    expect(list.at(65_535)).toBe(4_000_065_535);
    expect(list.at(65_536)).toBe(4_000_065_537);
    const array = list.toArray();
    expect(array).toHaveLength(200_000);
    expect([array[0], array[65_536], array[199_999]]).toEqual([4_000_000_000, 4_000_065_537, 7]);
  });

  it("holds exactly one full chunk", () => {
    const list = uint32List();
    for (let i = 0; i < 65_536; i++) list.push(i);
    const array = list.toArray();
    expect(array).toHaveLength(65_536);
    expect(array.every((value, i) => value === i)).toBe(true);
  });
});
