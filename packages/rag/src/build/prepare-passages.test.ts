import type { Passage } from "@psi/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { preparePassages } from "./prepare-passages.js";

const passage = (pageContent: string, metadata: object = {}, id?: string): Passage => ({
  pageContent,
  metadata: metadata as Record<string, unknown>,
  ...(id !== undefined && { id }),
});

/** The passages of an index, id to hash, after some were added to it. */
function added(
  known: ReadonlyMap<string, string>,
  passages: readonly Passage[],
): ReadonlyMap<string, string> {
  const { prepared } = preparePassages(passages, known);
  return new Map([...known, ...prepared.map(({ passage: { id }, hash }) => [id, hash] as const)]);
}

const none: ReadonlyMap<string, string> = new Map();

describe("passages without text", () => {
  it.each(["", " ", "\n\t\r", "\u3000", "\u00a0\ufeff", "\u200b", "\u200b \u2060\n", "\u00ad"])(
    "are left out and counted: %j",
    (text) => {
      const given = [passage("one", {}, "a"), passage(text, {}, "b"), passage(text)];
      const { prepared, ids, blank, notes } = preparePassages(given, none);
      expect(prepared.map(({ passage: { id } }) => id)).toEqual(["a"]);
      expect(blank).toBe(2);
      expect(ids).toHaveLength(3);
      expect(ids.slice(0, 2)).toEqual(["a", "b"]);
      expect(notes).toEqual(['Passages that have no text, and were left out: 1 (id "b"), 2.']);
    },
  );

  it.each(["\0", "·", "!", "👩‍🚀", "\ud800", "\u200bx"])(
    "are not those of odd text: %j",
    (text) => {
      expect(preparePassages([passage(text)], none)).toMatchObject({ blank: 0, notes: [] });
    },
  );

  it("take no id from one that has text, and are named up to five", () => {
    const given = [passage("one", {}, "a"), ...new Array(7).fill(passage(" ", {}, "a"))];
    const { prepared, notes } = preparePassages(given, none);
    expect(prepared).toHaveLength(1);
    expect(notes[0]).toContain('5 (id "a"), and 2 more.');
  });

  it("are checked like others, for what is no passage", () => {
    for (const wrong of [null, { pageContent: 7 }, passage(" ", {}, 7 as never)]) {
      expect(() => preparePassages([wrong as Passage], none)).toThrow(
        expect.objectContaining({ code: "invalid-passage" }),
      );
    }
  });
});

describe("notes", () => {
  it("name passages whose metadata have dates, and those whose title is not indexed", () => {
    const given = [
      passage("one", { created: new Date(0) }, "a"),
      passage("two", { title: ["Petrel", "Brig"] }),
      passage("three", { title: true }),
      passage("four", { title: { en: "Petrel" } }),
      ...[undefined, null, "", "  ", 1984, "Petrel"].map((title) =>
        passage(`with ${String(title)}`, title === undefined ? {} : { title }),
      ),
    ];
    expect(preparePassages(given, none).notes).toEqual([
      'Passages that have a date in their metadata, which is kept as ISO 8601 text: 0 (id "a"): metadata.created.',
      "Passages that have a title that is neither text nor a number, and is not indexed: 1: a list, 2: a boolean, 3: an object.",
    ]);
  });
});

describe("ids made from content", () => {
  it("match themselves when the same passages are added again", () => {
    const given = [passage("one"), passage("one"), passage("two", { title: "T" }), passage("one")];
    const once = added(none, given);
    expect([...once.keys()].map((id) => id.replace(/^p-[0-9a-f]{16}/, ""))).toEqual([
      "",
      "-2",
      "",
      "-3",
    ]);
    expect(added(once, given)).toEqual(once);
    expect(added(added(once, [...given].reverse()), given)).toEqual(once);
  });

  it("tell passages of one text and other metadata apart", () => {
    const given = ["a.md", "b.md", "c.md"].map((source) => passage("Left blank.", { source }));
    const once = added(none, given);
    expect(once.size).toBe(3);
    expect(added(once, [...given].reverse())).toEqual(once);
    expect(added(once, [passage("Left blank.", { source: "d.md" })]).size).toBe(4);
  });

  it("match what is left of equal passages after one was deleted", () => {
    const both = added(none, [passage("one"), passage("one")]);
    const [first, second] = both.keys();
    const left = new Map([[second as string, both.get(second as string) as string]]);
    expect(added(left, [passage("one")])).toEqual(left);
    expect([...added(left, [passage("one"), passage("one")]).keys()]).toEqual([second, first]);
  });

  it("are never those that the caller gave to another passage", () => {
    const [id = ""] = added(none, [passage("one")]).keys();
    const { ids } = preparePassages([passage("other", {}, id), passage("one")], none);
    expect(ids).toEqual([id, `${id}-2`]);
  });

  it("make adding idempotent: each content is there as often as in the largest call", () => {
    const content = fc.record({ text: fc.constantFrom("a", "b", "c"), tag: fc.constantFrom(1, 2) });
    const call = fc.array(content, { maxLength: 6 });
    const countOf = (contents: readonly { text: string; tag: number }[], key: string): number =>
      contents.filter(({ text, tag }) => `${text}${tag}` === key).length;
    fc.assert(
      fc.property(fc.array(call, { maxLength: 4 }), (calls) => {
        let known = none;
        for (const contents of calls) {
          known = added(
            known,
            contents.map(({ text, tag }) => passage(text, { tag })),
          );
        }
        const keys = ["a1", "a2", "b1", "b2", "c1", "c2"];
        const expected = keys.reduce(
          (sum, key) => sum + Math.max(0, ...calls.map((contents) => countOf(contents, key))),
          0,
        );
        expect(known.size).toBe(expected);
      }),
    );
  });

  it("look at each equal passage once, in a call of many", () => {
    const many = new Array<Passage>(3_000).fill(passage("one"));
    const once = added(none, many);
    let looked = 0;
    class Counting extends Map<string, string> {
      override get(id: string): string | undefined {
        looked++;
        return super.get(id);
      }
    }
    expect(added(new Counting(once), many)).toEqual(once);
    expect(looked).toBeLessThanOrEqual(3_000);
  });
});
