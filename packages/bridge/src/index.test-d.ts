import type { Retriever } from "@psi/core";
import { textNodes } from "@psi/core/testing";
import { expectTypeOf, test } from "vitest";
import {
  buildLinks,
  type Links,
  linkRetriever,
  type NamedPassage,
  type NameExtractor,
  names,
  personalisedPageRank,
} from "./index.js";

test("the parts fit one another and core's contracts", () => {
  expectTypeOf(buildLinks).parameter(0).toEqualTypeOf<Iterable<NamedPassage>>();
  expectTypeOf(buildLinks).returns.toEqualTypeOf<Links>();
  expectTypeOf(names).returns.toEqualTypeOf<NameExtractor>();
  const links = buildLinks([{ text: "" }, { title: undefined, text: "" }], { names: names() });
  expectTypeOf(personalisedPageRank(links, new Map([[0, 1]]))).toExtend<Float64Array>();
  const retriever = linkRetriever(links, { from: [], nodes: textNodes([]) });
  expectTypeOf(retriever).toEqualTypeOf<Retriever>();
  // @ts-expect-error a passage needs a text.
  buildLinks([{ title: "x" }]);
});
