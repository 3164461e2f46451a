import {
  Comparison,
  type FilterDirective,
  Operation,
  StructuredQuery,
} from "@langchain/core/structured_query";
import type { MetadataFilter } from "@psi/rag";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PsiTranslator } from "./psi-translator.js";

const translator = new PsiTranslator();
type Value = string | number | boolean;
const eq = (field: string, value: Value) =>
  new Comparison<Value>("eq", field, value) as FilterDirective;
const and = (...args: FilterDirective[]) => new Operation("and", args);
const or = (...args: FilterDirective[]) => new Operation("or", args);
const filterOf = (filter?: FilterDirective) =>
  translator.visitStructuredQuery(new StructuredQuery("q", filter)).filter;

describe("a structured query", () => {
  it.each<[string, FilterDirective | undefined, MetadataFilter | undefined]>([
    ["without a filter", undefined, undefined],
    ["of one value", eq("ship", "Tern"), { ship: "Tern" }],
    ["of a number", eq("year", 1866), { year: 1866 }],
    ["of a truth value", eq("lost", true), { lost: true }],
    [
      "of a number in quotes, which may be meant as one",
      eq("year", "1866"),
      { year: ["1866", 1866] },
    ],
    ["of text with digits", eq("id", "1866-b"), { id: "1866-b" }],
    ["of two fields", and(eq("ship", "Tern"), eq("year", 1866)), { ship: "Tern", year: 1866 }],
    ["of two values", or(eq("ship", "Tern"), eq("ship", "Plover")), { ship: ["Tern", "Plover"] }],
    [
      "of two fields, one with two values",
      and(or(eq("ship", "Tern"), eq("ship", "Plover")), and(eq("kind", "log"))),
      { ship: ["Tern", "Plover"], kind: "log" },
    ],
    [
      "that says the same twice",
      and(eq("a", 1), eq("a", 1), or(eq("a", 1), eq("a", 1))),
      { a: [1] },
    ],
    ["of nothing", and(), {}],
  ])("%s becomes a filter", (_, query, filter) => {
    expect(filterOf(query)).toEqual(filter);
  });

  it.each<[string, FilterDirective, RegExp]>([
    ["another comparison", new Comparison("gt", "year", 1840), /cannot say gt\("year", …\)/],
    ["a difference", new Comparison("ne", "ship", "Tern"), /cannot say ne\("ship", …\)/],
    ["a negation", new Operation("not", [eq("ship", "Tern")]), /cannot say not\(…\)/],
    [
      "a choice of fields",
      or(eq("ship", "Tern"), eq("year", 1866)),
      /or of the fields "ship", "year"/,
    ],
    ["a choice of fields in part", or(and(eq("a", 1), eq("b", 2)), eq("a", 1)), /or of the fields/],
    [
      "two values at once",
      and(eq("ship", "Tern"), eq("ship", "Plover")),
      /two conditions on "ship"/,
    ],
  ])("of %s is refused", (_, query, message) => {
    expect(() => filterOf(query)).toThrow(
      expect.objectContaining({ code: "invalid-option", message: expect.stringMatching(message) }),
    );
  });

  it("means what its filter means, or is refused", () => {
    const leaf = fc.tuple(fc.constantFrom("a", "b"), fc.constantFrom(1, 2, 3));
    const { tree } = fc.letrec<{ tree: Node }>((tie) => ({
      tree: fc.oneof(
        { depthSize: "small", withCrossShrink: true },
        leaf.map(([field, value]): Node => ({ field, value })),
        fc
          .tuple(
            fc.constantFrom("and", "or"),
            fc.array(tie("tree"), { minLength: 1, maxLength: 3 }),
          )
          .map(([operator, args]): Node => ({ operator, args })),
      ),
    }));
    let translated = 0;
    fc.assert(
      fc.property(
        tree,
        fc.record({ a: fc.integer({ min: 1, max: 3 }), b: fc.integer({ min: 1, max: 3 }) }),
        (node, metadata) => {
          let filter: MetadataFilter | undefined;
          try {
            filter = filterOf(directive(node));
          } catch {
            return;
          }
          translated++;
          const found = Object.entries(filter ?? {}).every(([field, value]) =>
            [value].flat().includes(metadata[field as "a" | "b"]),
          );
          expect(found).toBe(holds(node, metadata));
        },
      ),
      { numRuns: 500 },
    );
    expect(translated).toBeGreaterThan(100);
  });
});

type Node =
  | { readonly field: string; readonly value: number }
  | { readonly operator: string; readonly args: readonly Node[] };

function directive(node: Node): FilterDirective {
  if ("field" in node) return eq(node.field, node.value);
  return (node.operator === "and" ? and : or)(...node.args.map(directive));
}

function holds(node: Node, metadata: Readonly<Record<string, number>>): boolean {
  if ("field" in node) return metadata[node.field] === node.value;
  const results = node.args.map((arg) => holds(arg, metadata));
  return node.operator === "and" ? results.every(Boolean) : results.some(Boolean);
}

describe("the retriever's filter and a query's", () => {
  const fixed = { ship: "Tern" };
  const generated = { kind: "log" };
  it("both hold", () => {
    expect(translator.mergeFilters(fixed, generated)).toEqual({ ...fixed, ...generated });
    expect(translator.mergeFilters(undefined, generated, "and")).toEqual(generated);
    expect(translator.mergeFilters({}, {}, "or")).toEqual({});
    expect(() => translator.mergeFilters(fixed, { ship: "Plover" })).toThrow(
      /two conditions on "ship"/,
    );
  });

  it("leave the retriever's in force where the query has none", () => {
    for (const none of [undefined, {}]) {
      expect(translator.mergeFilters(fixed, none)).toEqual(fixed);
      expect(translator.mergeFilters(fixed, none, "or")).toEqual(fixed);
    }
  });

  it("are a choice, or the query's alone, where the retriever says so", () => {
    const plover = { ship: "Plover" };
    expect(translator.mergeFilters(fixed, plover, "or")).toEqual({ ship: ["Tern", "Plover"] });
    expect(translator.mergeFilters(fixed, plover, "replace")).toEqual(plover);
    expect(translator.mergeFilters(fixed, undefined, "replace")).toBeUndefined();
  });
});
