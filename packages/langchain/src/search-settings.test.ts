import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  callConfig,
  mergeSettings,
  readConfigurable,
  type SearchSettings,
  takeSettings,
} from "./search-settings.js";

const refusal = (message: RegExp) =>
  expect.objectContaining({ code: "invalid-option", message: expect.stringMatching(message) });

describe("takeSettings", () => {
  it("parts the settings of a search from other options, and leaves undefined ones out", () => {
    const options = { where: "a.psi", limit: 3, filter: { a: 1 }, fuse: undefined, tags: ["x"] };
    expect(takeSettings(options as object)).toEqual([
      { limit: 3, filter: { a: 1 } },
      { where: "a.psi", tags: ["x"] },
    ]);
  });

  const wrong: readonly [keyof SearchSettings, readonly unknown[], RegExp][] = [
    ["limit", [0, -1, 1.5, "3", null, true, Number.NaN], /x\.limit must be a whole number/],
    ["width", [0, "3", null], /x\.width must be a whole number/],
    ["retriever", ["", "vector", null, 3, ["tree"]], /x\.retriever must be one of hybrid, tree/],
    ["strategy", ["", "beam", null], /x\.strategy must be one of scan, descend/],
    ["secondHop", [1, "yes", null], /x\.secondHop must be true or false/],
    ["fuse", ["rrf", {}, null], /x\.fuse must be a fusion.*reciprocalRank/],
    [
      "filter",
      [null, "", "a", 0, false, [], [{ a: 1 }], new Map(), new Date(), () => true],
      /x\.filter must be an object of metadata fields/,
    ],
    [
      "filter",
      [{ $and: [{ a: 1 }] }, { $or: ["a"] }, { year: { $gte: 1840 } }, { a: 1, b: { $in: [1] } }],
      /x\.filter has the operator "\$(and|or|gte|in)".*PsiTranslator/,
    ],
  ];
  it.each(
    wrong.flatMap(([name, values, message]) =>
      values.map((value) => [name, value, message] as const),
    ),
  )("refuses %s %j", (name, value, message) => {
    expect(() => takeSettings({ [name]: value } as SearchSettings, "x.")).toThrow(refusal(message));
  });
});

it("takes objects without a prototype, as some parsers make them", () => {
  const filter = Object.assign(Object.create(null), { ship: "Tern" });
  const psi = Object.assign(Object.create(null), { filter });
  expect(readConfigurable(psi)).toEqual({ filter });
});

describe("mergeSettings", () => {
  it("takes each setting, and each field of a filter, from the last that has it", () => {
    const filter = fc.dictionary(
      fc.constantFrom("a", "b", "c", "__proto__", "constructor"),
      fc.constantFrom(1, "x", null),
    );
    const settings = fc.record(
      { limit: fc.nat(), width: fc.nat(), secondHop: fc.boolean(), filter },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(settings, { minLength: 1, maxLength: 4 }), (all) => {
        const [first, ...over] = all as [SearchSettings, ...SearchSettings[]];
        const merged = new Map<string, unknown>();
        const fields = new Map<string, unknown>();
        for (const { filter: wanted, ...others } of all) {
          for (const [name, value] of Object.entries(others)) merged.set(name, value);
          for (const [field, value] of Object.entries(wanted ?? {})) fields.set(field, value);
        }
        const { filter: joined, ...others } = mergeSettings(first, ...over);
        expect(new Map(Object.entries(others))).toEqual(merged);
        expect(new Map(Object.entries(joined ?? {}))).toEqual(fields);
        expect(joined === undefined).toBe(all.every(({ filter: wanted }) => wanted === undefined));
      }),
    );
  });

  it("changes none of what it merges", () => {
    const first = Object.freeze({ filter: Object.freeze({ a: 1 }) });
    const second = Object.freeze({ filter: Object.freeze({ b: 2 }) });
    expect(mergeSettings(first, second)).toEqual({ filter: { a: 1, b: 2 } });
  });
});

describe("configurable.psi", () => {
  it.each([3, "limit", [], null, new Map()])("refuses %j", (psi) => {
    expect(() => readConfigurable(psi)).toThrow(refusal(/configurable\.psi must be an object/));
  });

  it("names options that do not exist, and those that do", () => {
    expect(() => readConfigurable({ limits: 3, signal: 1 })).toThrow(
      refusal(/no option "limits", "signal".*limit, retriever, filter/),
    );
  });

  it("is left as it is in a call's configuration, beside what else the call configures", () => {
    const given = { configurable: { thread_id: "t", psi: { limit: 2 } }, tags: ["a"] };
    expect(callConfig(given)).toMatchObject(given);
    expect(callConfig(undefined).configurable).toEqual({ psi: {} });
  });
});
