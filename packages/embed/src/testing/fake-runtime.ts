import type { OnnxRuntime, OnnxSession } from "../onnx-runtime.js";

/** A runtime without a model, for what a real one does only sometimes: to wait, to fail, to count. */
export interface FakeRuntime extends OnnxRuntime {
  /** How many sessions were made and not released. */
  open(): number;
  /** How many sessions were made. */
  created(): number;
}

/**
 * @param rowsOf the numbers that the model gives for some token ids, row by row.
 */
export function fakeRuntime(
  rowsOf: (ids: readonly number[]) => Float32Array | Promise<Float32Array>,
  names: Partial<Pick<OnnxSession, "inputNames" | "outputNames">> = {},
): FakeRuntime {
  let created = 0;
  let open = 0;
  class Tensor {
    constructor(
      readonly type: string,
      readonly data: BigInt64Array,
      readonly dims: readonly number[],
    ) {}
  }
  return {
    Tensor,
    InferenceSession: {
      async create() {
        created++;
        open++;
        return {
          inputNames: ["input_ids", "attention_mask", "token_type_ids"],
          outputNames: ["last_hidden_state"],
          ...names,
          async run(feeds) {
            const data = await rowsOf(Array.from(feeds.input_ids?.data as BigInt64Array, Number));
            return { last_hidden_state: { dims: [1, data.length], data } };
          },
          async release() {
            open--;
          },
        };
      },
    },
    open: () => open,
    created: () => created,
  };
}
