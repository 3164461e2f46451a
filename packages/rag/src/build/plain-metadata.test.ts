import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plainMetadata, UnkeptMetadata } from "./plain-metadata.js";

/** The path and the reason of a refusal; undefined for metadata that are kept. */
function refusal(metadata: unknown): string | undefined {
  try {
    plainMetadata(metadata);
    return undefined;
  } catch (error) {
    if (error instanceof UnkeptMetadata) return error.message;
    throw error;
  }
}

const cyclic: Record<string, unknown> = { list: [] };
(cyclic.list as unknown[]).push({ up: cyclic });
const withField = Object.assign([1, 2], { index: 0 });
const nested = (levels: number): unknown =>
  Array.from({ length: levels }).reduce((inner: unknown) => [inner], "core");

describe("what JSON would lose or change is refused, with its path", () => {
  it.each<[string, unknown]>([
    ["metadata.a is NaN", { a: Number.NaN }],
    ["metadata.a.b[2] is Infinity", { a: { b: [0, 1, Number.POSITIVE_INFINITY] } }],
    ["metadata.a[0] is -Infinity", { a: [Number.NEGATIVE_INFINITY] }],
    ["metadata.when is an invalid date", { when: new Date("never") }],
    ["metadata.a is undefined", { a: undefined }],
    ["metadata.a[1] is undefined", { a: [1, undefined] }],
    ["metadata.a is a function", { a: () => 1 }],
    ["metadata.a is a symbol", { a: Symbol("s") }],
    ["metadata.a is a bigint", { a: 1n }],
    ["metadata has the symbol Symbol(s) as a key", { [Symbol("s")]: 1 }],
    ["metadata.list is a list that has fields", { list: withField }],
    ["metadata.list[0] is a hole", { list: new Array(1e9) }],
    ["metadata.a is an instance of Map", { a: new Map([["a", 1]]) }],
    ["metadata.a is an instance of Set", { a: new Set([1]) }],
    ["metadata.a is an instance of RegExp", { a: /x/ }],
    ["metadata.a is an instance of Promise", { a: Promise.resolve(1) }],
    ["metadata.a is an instance of URL", { a: new URL("https://harsett.example") }],
    ["metadata.a is an instance of Uint8Array", { a: new Uint8Array(2) }],
    ["metadata.a is an instance of Float64Array", { a: Float64Array.of(0.5) }],
    ["metadata.a is an instance of Buffer", { a: Buffer.from("x") }],
    ["metadata.a is an instance of ArrayBuffer", { a: new ArrayBuffer(1) }],
    ["metadata.a is an instance of Error", { a: new Error("x") }],
    ["metadata.a is an instance of String", { a: new String("x") }],
    ["metadata.a is an instance of Number", { a: new Number(1) }],
    ["metadata.a is an instance of WeakMap", { a: new WeakMap() }],
    ["metadata.a is an object", { a: Object.create({ inherited: 1 }) }],
    ["metadata.toJSON is a function", { toJSON: () => null }],
    ["metadata.a.toJSON is a function", { a: { toJSON: () => "text" } }],
    ["metadata.list[0].up contains itself", cyclic],
    ['metadata["odd key"]["1"] is NaN', { "odd key": { 1: Number.NaN } }],
    ["metadata.__proto__ is NaN", Object.fromEntries([["__proto__", Number.NaN]])],
  ])("%s", (message, metadata) => {
    expect(refusal(metadata)).toContain(message);
  });

  it.each<[string, unknown]>([
    ["a list", [1]],
    ["an instance of Map", new Map([["a", 1]])],
    ["a string", "title"],
    ["a number", 7],
    ["a function", () => ({})],
    ["an object", Object.create({ source: "a.md" })],
  ])("metadata that are %s", (kind, metadata) => {
    expect(refusal(metadata)).toBe(`metadata must be a plain object, not ${kind}`);
  });

  it("fields that throw or are hidden, and proxies that throw", () => {
    const throwing = {
      get title(): string {
        throw new Error("not yet");
      },
    };
    expect(refusal({ a: throwing })).toBe("metadata.a.title throws when it is read");
    const mark = Object.defineProperty({ a: 1 }, Symbol("mark"), { value: 1, enumerable: false });
    expect(plainMetadata(mark).metadata).toEqual({ a: 1 });
    const hidden = Object.defineProperty({}, "a", { value: 1, enumerable: false });
    expect(refusal(hidden)).toBe("metadata.a is hidden");
    const revoked = Proxy.revocable({}, {});
    revoked.revoke();
    expect(() => plainMetadata({ a: revoked.proxy })).toThrow();
  });

  it("what is nested deeper than a hundred levels, with a path of bounded length", () => {
    expect(refusal({ a: nested(99) })).toBeUndefined();
    expect(refusal({ a: nested(100) })).toContain("nested more than 100 levels");
    expect(refusal({ a: nested(100_000) })).toContain("nested more than 100 levels");
    expect(refusal({ ["k".repeat(10_000)]: Number.NaN })?.length).toBeLessThan(300);
  });
});

describe("what JSON holds is kept, in a copy", () => {
  it("any JSON value comes back as JSON writes and reads it", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (given) => {
        const { metadata, date } = plainMetadata(given);
        expect(metadata).toEqual(JSON.parse(JSON.stringify(given)));
        expect(JSON.stringify(metadata)).toBe(JSON.stringify(given));
        expect(date).toBeUndefined();
      }),
    );
  });

  it("a field named __proto__ is a field, and gives the copy no prototype", () => {
    const { metadata } = plainMetadata(JSON.parse('{"__proto__":{"admin":true},"a":1}'));
    expect(Object.keys(metadata)).toEqual(["__proto__", "a"]);
    expect((metadata as { admin?: boolean }).admin).toBeUndefined();
    expect(Object.getPrototypeOf(metadata)).toBe(Object.prototype);
  });

  it("objects without a prototype, of another realm, and used twice are kept", () => {
    const shared = { page: 1 };
    const bare = Object.assign(Object.create(null), { a: shared, b: [shared, shared] });
    expect(plainMetadata(bare).metadata).toEqual({ a: shared, b: [shared, shared] });
    const foreign: unknown = runInNewContext("({ a: { b: [1, { c: 'x' }] } })");
    expect(plainMetadata(foreign).metadata).toEqual({ a: { b: [1, { c: "x" }] } });
  });

  it("no metadata are empty metadata", () => {
    for (const none of [undefined, null, {}]) expect(plainMetadata(none).metadata).toEqual({});
  });

  it("a date is kept as ISO 8601 text, and the first is reported; -0 is 0", () => {
    const when = new Date("2024-05-06T07:08:09.010Z");
    expect(plainMetadata({ a: { b: [when] }, c: when, zero: -0 })).toEqual({
      metadata: { a: { b: [when.toISOString()] }, c: when.toISOString(), zero: 0 },
      date: "metadata.a.b[0]",
    });
  });

  it("a getter is read once, and later changes of what was given change nothing", () => {
    let reads = 0;
    const inner = { list: [1] };
    const given = {
      inner,
      get count(): number {
        return ++reads;
      },
    };
    const { metadata } = plainMetadata(given);
    inner.list.push(2);
    expect(metadata).toEqual({ inner: { list: [1] }, count: 1 });
  });
});
