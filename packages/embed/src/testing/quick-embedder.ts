import { type LocalEmbedder, localEmbedder } from "../local-embedder.js";
import { type FakeRuntime, fakeRuntime } from "./fake-runtime.js";
import { configOf, modelFolder } from "./folders.js";

/** An embedder on a fake runtime, with the real tokenizer: vectors of three numbers, by the token count. */
export function quickEmbedder(wait: () => Promise<unknown> = async () => {}): {
  readonly runtime: FakeRuntime;
  readonly embedder: LocalEmbedder;
} {
  const runtime = fakeRuntime(async (ids) => {
    await wait();
    return new Float32Array(ids.length * 3).fill(0.1).with(0, ids.length);
  });
  const model = modelFolder({ "config.json": configOf(3) });
  return { runtime, embedder: localEmbedder({ model, runtime }) };
}
