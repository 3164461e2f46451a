import type { EmbeddingsInterface } from "@langchain/core/embeddings";
import type { NamedEmbedder } from "@psi/core";
import { expectTypeOf, test } from "vitest";
import { type LocalEmbedder, localEmbedder } from "./local-embedder.js";
import type { OnnxRuntime } from "./onnx-runtime.js";

/** The shape of onnxruntime-common's types, which every onnxruntime-node gives as its own. */
declare namespace Published {
  type Value = Tensor | { readonly type: "sequence"; readonly data: never; readonly dims: never };
  interface Tensor {
    readonly dims: readonly number[];
    readonly type: string;
    readonly data: Float32Array | BigInt64Array | string[];
    dispose(): void;
  }
  interface Session {
    run(
      feeds: { readonly [name: string]: Value },
      options?: { tag?: string },
    ): Promise<{ readonly [name: string]: Value }>;
    run(
      feeds: { readonly [name: string]: Value },
      fetches: readonly string[],
      options?: { tag?: string },
    ): Promise<{ readonly [name: string]: Value }>;
    release(): Promise<void>;
    readonly inputNames: readonly string[];
    readonly outputNames: readonly string[];
  }
  interface Module {
    readonly InferenceSession: {
      create(
        uri: string,
        options?: { intraOpNumThreads?: number; extra?: object },
      ): Promise<Session>;
      create(buffer: ArrayBufferLike, options?: object): Promise<Session>;
    };
    readonly Tensor: {
      new (type: "string", data: readonly string[], dims?: readonly number[]): Tensor;
      new (
        type: "int64",
        data: BigInt64Array | readonly bigint[],
        dims?: readonly number[],
      ): Tensor;
    };
  }
}

test("is LangChain's embeddings and core's named embedder", () => {
  expectTypeOf<LocalEmbedder>().toExtend<EmbeddingsInterface>();
  expectTypeOf<LocalEmbedder>().toExtend<NamedEmbedder>();
  expectTypeOf(localEmbedder()).toEqualTypeOf<LocalEmbedder>();
  expectTypeOf<LocalEmbedder["dimensions"]>().toEqualTypeOf<number>();
});

test("takes a readonly list, and a published runtime", () => {
  expectTypeOf<readonly string[]>().toExtend<Parameters<LocalEmbedder["embedDocuments"]>[0]>();
  expectTypeOf<Published.Module>().toExtend<OnnxRuntime>();
});

test("has no progress for a query", () => {
  // @ts-expect-error: one text has none.
  void localEmbedder().embedQuery("", { onProgress: () => {} });
});
