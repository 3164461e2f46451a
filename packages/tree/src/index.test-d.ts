import type { Embedder, Hierarchy, Hit, Matrix, NodeSource, PsiTree, Retriever } from "@psi/core";
import { expectTypeOf, it } from "vitest";
import * as tree from "./index.js";

it("fits the contracts of @psi/core", () => {
  expectTypeOf(tree.allocateMatrix).returns.toEqualTypeOf<Matrix>();
  expectTypeOf(tree.spanningTree).returns.toEqualTypeOf<tree.Edges>();
  expectTypeOf(tree.mergeEdges).parameters.toEqualTypeOf<[number, tree.Edges]>();
  expectTypeOf(tree.balance).returns.toEqualTypeOf<Hierarchy>();
  expectTypeOf(tree.growTree).returns.toExtend<{ edges: tree.Edges; hierarchy: Hierarchy }>();
  expectTypeOf(tree.psiTree).returns.toEqualTypeOf<PsiTree>();
  expectTypeOf(tree.scan).returns.toEqualTypeOf<readonly Hit[]>();
  expectTypeOf(tree.descend).returns.toEqualTypeOf<readonly Hit[]>();
  expectTypeOf(tree.treeRetriever).returns.toEqualTypeOf<Retriever>();
});

it("takes any LangChain embedder, and any source of nodes", () => {
  expectTypeOf<Embedder>().toExtend<tree.TreeRetrieverOptions["embedder"]>();
  expectTypeOf<NodeSource>().toEqualTypeOf<tree.TreeRetrieverOptions["nodes"]>();
});

it("takes a query from any array of numbers", () => {
  expectTypeOf<Float32Array>().toExtend<Parameters<typeof tree.scan>[1]>();
  expectTypeOf<number[]>().toExtend<Parameters<typeof tree.descend>[1]>();
});

it("refuses unknown strategies and missing parts", () => {
  expectTypeOf<"flat">().not.toExtend<NonNullable<tree.TreeRetrieverOptions["strategy"]>>();
  // @ts-expect-error nodes must be given
  tree.treeRetriever({} as PsiTree, { embedder: {} as Embedder });
});
