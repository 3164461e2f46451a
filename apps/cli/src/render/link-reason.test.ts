import { describe, expect, it } from "vitest";
import { columns } from "./columns.js";
import { reasonLine } from "./link-reason.js";

const reason = { name: "Edda Voss", from: "light-1", sentence: "Edda Voss paid\nfor it." };

describe("reasonLine", () => {
  it("tells name, passage and sentence on one line", () => {
    expect(reasonLine(reason, 80)).toBe('link  "Edda Voss" from light-1: Edda Voss paid for it.');
  });

  it("does without a sentence", () => {
    expect(reasonLine({ name: "Skarn", from: "a" }, 80)).toBe('link  "Skarn" from a');
  });

  it("is cut to its columns, and prints nothing that a terminal would obey", () => {
    const line = reasonLine({ ...reason, name: "\u001b[2J灯塔", from: "x\u0007" }, 24);
    expect(line).toMatch(/^link {2}"灯塔" from x: .*…$/);
    expect(columns(line)).toBeLessThanOrEqual(24);
  });
});
