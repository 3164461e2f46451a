import { describe, expect, it } from "vitest";
import { count, counted, duration } from "./numbers.js";

describe("numbers for people", () => {
  it("groups thousands", () => {
    expect(count(6119)).toBe("6,119");
    expect(count(0)).toBe("0");
  });

  it("knows one from many", () => {
    expect(counted(1, "passage")).toBe("1 passage");
    expect(counted(0, "passage")).toBe("0 passages");
    expect(counted(2, "child", "children")).toBe("2 children");
  });

  it("shows durations in the unit that fits", () => {
    expect(duration(0.4321)).toBe("0.43 s");
    expect(duration(59.94)).toBe("59.9 s");
    expect(duration(119.7)).toBe("2 min 0 s");
  });
});
