import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { byteReader, byteWriter } from "./bytes.js";

const corrupt = expect.objectContaining({ code: "corrupt-index" });

describe("byteWriter and byteReader", () => {
  it("give back what was written", () => {
    const values = fc.array(
      fc.oneof(fc.maxSafeNat(), fc.nat(300), fc.double(), fc.string({ unit: "grapheme" })),
    );
    fc.assert(
      fc.property(values, (written) => {
        const writer = byteWriter();
        for (const value of written) {
          if (typeof value === "string") writer.text(value);
          else if (Number.isSafeInteger(value) && value >= 0) writer.whole(value);
          else writer.float64(value);
        }
        const reader = byteReader(writer.toBytes(), 0);
        for (const value of written) {
          if (typeof value === "string") expect(reader.text()).toBe(value);
          else if (Number.isSafeInteger(value) && value >= 0)
            expect(reader.whole()).toBe(value + 0);
          else expect(reader.float64()).toBe(value);
        }
        reader.end();
      }),
    );
  });

  it("grow beyond the first buffer", () => {
    const writer = byteWriter();
    writer.text("x".repeat(70_000));
    for (let i = 0; i < 100_000; i++) writer.whole(i);
    const reader = byteReader(writer.toBytes(), 0);
    expect(reader.text()).toHaveLength(70_000);
    for (let i = 0; i < 100_000; i++) expect(reader.whole()).toBe(i);
  });

  it("keep a byte order mark", () => {
    const writer = byteWriter();
    writer.text("\uFEFFotter");
    expect(byteReader(writer.toBytes(), 0).text()).toBe("\uFEFFotter");
  });

  it("refuse to read beyond the end, numbers too large, and bytes that are left", () => {
    const read = (...bytes: number[]) => byteReader(Uint8Array.from(bytes), 0);
    expect(() => read().whole()).toThrow(corrupt);
    expect(() => read(0x80).whole()).toThrow(corrupt);
    expect(() => read(...Array(9).fill(0xff), 1).whole()).toThrow(corrupt);
    expect(() => read(...Array(7).fill(0xff), 0x7f).whole()).toThrow(corrupt);
    expect(() => read(1, 2, 3).float64()).toThrow(corrupt);
    expect(() => read(3, 0x61, 0x62).text()).toThrow(corrupt);
    expect(() => read(1, 0xff).text()).toThrow(corrupt);
    expect(() => read(2, 0).count()).toThrow(corrupt);
    expect(read(2, 0, 0).count()).toBe(2);
    expect(() => read(1).end()).toThrow(corrupt);
  });
});
