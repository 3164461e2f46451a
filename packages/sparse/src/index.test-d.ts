import type { Retriever, SparseIndex, Tokenizer } from "@psi/core";
import { textNodes } from "@psi/core/testing";
import { expectTypeOf, test } from "vitest";
import {
  type Bm25Index,
  bm25,
  english,
  loadBm25,
  multilingual,
  saveBm25,
  sparseRetriever,
  stemmed,
} from "./index.js";

test("the parts fit core's contracts", () => {
  expectTypeOf(bm25).returns.toEqualTypeOf<Bm25Index>();
  expectTypeOf<Bm25Index>().toExtend<SparseIndex>();
  expectTypeOf(english).returns.toEqualTypeOf<Tokenizer>();
  expectTypeOf(multilingual).returns.toEqualTypeOf<Tokenizer>();
  expectTypeOf(stemmed).parameter(0).toExtend<string>();
  expectTypeOf(loadBm25).returns.toEqualTypeOf<Bm25Index>();
  expectTypeOf(saveBm25).returns.toEqualTypeOf<Uint8Array>();
  const retriever = sparseRetriever({} as SparseIndex, { nodes: textNodes([]) });
  expectTypeOf(retriever).toEqualTypeOf<Retriever>();
});

test("texts may be any iterable, languages only those with a stemmer", () => {
  expectTypeOf(bm25).parameter(0).toEqualTypeOf<Iterable<string>>();
  // @ts-expect-error English is ours: english().
  stemmed("en");
  // @ts-expect-error no such language.
  multilingual({ language: "xx" });
});
