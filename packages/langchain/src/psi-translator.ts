import {
  BaseTranslator,
  type Comparator,
  Comparators,
  type Comparison,
  castValue,
  isFilterEmpty,
  type Operation,
  type Operator,
  Operators,
  type StructuredQuery,
} from "@langchain/core/structured_query";
import { PsiError } from "@psi/core";
import type { MetadataFilter } from "@psi/rag";
import type { PsiVectorStore } from "./psi-vector-store.js";

type FieldValue = MetadataFilter[string];

/**
 * Turns the structured queries of `SelfQueryRetriever` into filters of an index. These say that a field has
 * one of some values, for several fields at once: `eq`, `and` of different fields, `or` of one field. The prompt
 * offers the model nothing else, and all else is refused. A number in quotes also matches the number: models
 * quote as they please.
 *
 * @throws PsiError `invalid-option` for a query that no filter says.
 *
 * @example
 * SelfQueryRetriever.fromLLM({
 *   llm, vectorStore, documentContents, attributeInfo,
 *   structuredQueryTranslator: new PsiTranslator(),
 * });
 */
export class PsiTranslator extends BaseTranslator<PsiVectorStore> {
  declare VisitOperationOutput: MetadataFilter;
  declare VisitComparisonOutput: MetadataFilter;
  declare VisitStructuredQueryOutput: { filter?: MetadataFilter };

  override allowedOperators: Operator[] = [Operators.and as Operator, Operators.or as Operator];
  override allowedComparators: Comparator[] = [Comparators.eq as Comparator];

  override formatFunction(name: Operator | Comparator): string {
    return name;
  }

  override visitComparison({ comparator, attribute, value }: Comparison): MetadataFilter {
    if (comparator !== Comparators.eq) throw inexpressible(`${comparator}("${attribute}", …)`);
    const cast = castValue(value);
    return { [attribute]: cast === value ? value : [value, cast] };
  }

  override visitOperation({ operator, args = [] }: Operation): MetadataFilter {
    const filters = args.map((arg) => arg.accept(this) as MetadataFilter);
    if (operator === Operators.and) return allOf(filters);
    if (operator === Operators.or) return anyOf(filters);
    throw inexpressible(`${operator}(…)`);
  }

  override visitStructuredQuery({ filter }: StructuredQuery): { filter?: MetadataFilter } {
    return filter === undefined ? {} : { filter: filter.accept(this) as MetadataFilter };
  }

  /**
   * The filter of the retriever and that of a query. A query without a filter has the retriever's, whatever
   * `forceDefaultFilter` says, unless filters are replaced.
   */
  override mergeFilters(
    fixed: MetadataFilter | undefined,
    generated: MetadataFilter | undefined,
    how: "and" | "or" | "replace" = "and",
  ): MetadataFilter | undefined {
    if (isFilterEmpty(fixed) || how === "replace") return generated;
    if (isFilterEmpty(generated)) return fixed;
    return how === "and" ? allOf([fixed, generated]) : anyOf([fixed, generated]);
  }
}

/** All fields of some filters. One that two of them have differently would need both, which no filter says. */
function allOf(filters: readonly MetadataFilter[]): MetadataFilter {
  const fields = new Map<string, FieldValue>();
  for (const [field, value] of filters.flatMap((each) => Object.entries(each))) {
    const known = fields.get(field);
    if (known !== undefined && !isSame(known, value)) {
      throw inexpressible(`and of two conditions on "${field}"`);
    }
    fields.set(field, value);
  }
  return Object.fromEntries(fields);
}

/** The values of one field, in one list. */
function anyOf(filters: readonly MetadataFilter[]): MetadataFilter {
  const fields = new Set(filters.flatMap((each) => Object.keys(each)));
  const [field] = fields;
  if (field === undefined) return {};
  if (fields.size > 1 || filters.some((each) => !Object.hasOwn(each, field))) {
    throw inexpressible(`or of the fields ${[...fields].map((each) => `"${each}"`).join(", ")}`);
  }
  return { [field]: [...new Set(filters.flatMap((each) => each[field] as FieldValue))] };
}

function isSame(one: FieldValue, other: FieldValue): boolean {
  return JSON.stringify([one].flat().sort()) === JSON.stringify([other].flat().sort());
}

function inexpressible(what: string): PsiError {
  return new PsiError(
    "invalid-option",
    `A filter of an index cannot say ${what}. It says that fields have one of some values: eq, and of different fields, or of one field.`,
  );
}
