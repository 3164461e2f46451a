import { describe, expect, it } from "vitest";
import { coloured, widthOf } from "./io.js";

const pipe = { write: () => {} };
const terminal = { write: () => {}, isTTY: true, columns: 120 };

describe("widthOf", () => {
  it("asks the terminal, then COLUMNS, then takes 80", () => {
    expect(widthOf(terminal, { COLUMNS: "100" })).toBe(120);
    expect(widthOf(pipe, { COLUMNS: "100" })).toBe(100);
    expect(widthOf(pipe, {})).toBe(80);
    expect(widthOf({ ...terminal, columns: 0 }, {})).toBe(80);
    expect(widthOf(pipe, { COLUMNS: "wide" })).toBe(80);
  });

  it("never goes below what a line needs", () => {
    expect(widthOf({ ...terminal, columns: 5 }, {})).toBe(40);
  });
});

describe("coloured", () => {
  it("colours terminals only", () => {
    expect(coloured(terminal, {})).toBe(true);
    expect(coloured(pipe, {})).toBe(false);
    expect(coloured(terminal, { TERM: "dumb" })).toBe(false);
  });

  it("obeys NO_COLOR over FORCE_COLOR, and FORCE_COLOR over the stream", () => {
    expect(coloured(terminal, { NO_COLOR: "1", FORCE_COLOR: "1" })).toBe(false);
    expect(coloured(terminal, { NO_COLOR: "" })).toBe(true);
    expect(coloured(pipe, { FORCE_COLOR: "1" })).toBe(true);
    expect(coloured(terminal, { FORCE_COLOR: "0" })).toBe(false);
  });
});
