import { setImmediate as turnEventLoop } from "node:timers/promises";
import { abortable, type NamedEmbedder } from "@psi/core";
import { defaultRuntime } from "./default-runtime.js";
import { fingerprint } from "./fingerprint.js";
import {
  checkOptions,
  type EmbedOptions,
  type LocalEmbedderOptions,
  requireText,
  requireTexts,
} from "./options.js";
import { loadModel, type SentenceModel } from "./sentence-model.js";
import { sharedResource } from "./shared-resource.js";
import { type EncodedText, loadTokenizer } from "./text-tokenizer.js";

/** An embedder that runs here. LangChain's `EmbeddingsInterface`, with a name and an end. */
export interface LocalEmbedder extends NamedEmbedder {
  /** "folder/pooling/maxTokens/hash": the hash is of the files and the query prefix. Read on first use. */
  readonly name: string;
  readonly dimensions: number;
  /** How many texts were cut since the embedder was made. */
  readonly truncated: number;
  /**
   * One vector a text, in order, of length 1. A text's vector depends on that text alone.
   * @throws PsiError `invalid-option` for a text that is no string, naming its place; see `localEmbedder`.
   */
  embedDocuments(texts: readonly string[], options?: EmbedOptions): Promise<number[][]>;
  /** The vector of a query, its prefix put in front. */
  embedQuery(text: string, options?: Omit<EmbedOptions, "onProgress">): Promise<number[]>;
  /** How many tokens a text has as a document, uncut, its frame of two included. O(length). */
  countTokens(text: string): Promise<number>;
  /**
   * Gives the model's memory back. Calls in progress reject with `embedder-failed`; a call made later loads
   * the model again. Safe to call twice.
   */
  close(): Promise<void>;
}

/**
 * An embedder on this machine's processor: no key, no network. Cheap to make; model and tokenizer are
 * loaded by the first call that needs them, once. Where the program has another onnxruntime-node than ours, the
 * model runs in a child process, since two versions in one process can crash.
 *
 * @throws PsiError at once `invalid-option` for an option out of range and `unreadable-input` for a folder
 * that lacks a file; its calls `unreadable-input` for a broken file, `missing-dependency` without a runtime
 * for this machine, `embedder-failed` when the model fails, is closed meanwhile, or its process ends. A later
 * import of an onnxruntime-node that would crash beside ours throws `runtime-conflict`.
 */
export function localEmbedder(options: LocalEmbedderOptions = {}): LocalEmbedder {
  const { folder, queryPrefix, ...settings } = checkOptions(options);
  const { maxTokens, pooling } = settings;
  const tokenizer = sharedResource(() => loadTokenizer(folder));
  const model = sharedResource(async () =>
    loadModel(options.runtime ?? (await defaultRuntime()), folder, settings),
  );
  let name: string | undefined;
  let truncated = 0;

  const embed = async (
    kind: "document" | "query",
    texts: readonly string[],
    { onTruncated = options.onTruncated, ...call }: EmbedOptions,
  ): Promise<number[][]> => {
    call.signal?.throwIfAborted();
    if (texts.length === 0) return [];
    // The model first: where it has a process of its own, that starts while the tokenizer loads here.
    const [loaded, { encode }] = await abortable(call.signal, () =>
      Promise.all([model.get(), tokenizer.get()]),
    );
    const encodeAt = (text: string, index: number): EncodedText => {
      const encoded = encode(text, maxTokens);
      const { ids, tokens, exact } = encoded;
      if (tokens > ids.length) {
        truncated++;
        onTruncated?.({ kind, index, tokens, exact, kept: ids.length });
      }
      return encoded;
    };
    return oneByOne(loaded, texts, encodeAt, call);
  };

  return {
    get name() {
      name ??= `${folder.name}/${pooling}/${maxTokens}/${fingerprint(folder, [queryPrefix])}`;
      return name;
    },
    dimensions: folder.dimensions,
    get truncated() {
      return truncated;
    },
    async embedDocuments(texts, call = {}) {
      requireTexts(texts);
      return embed("document", texts, call);
    },
    async embedQuery(text, call = {}) {
      requireText("The query", text);
      return (await embed("query", [queryPrefix + text], call))[0] as number[];
    },
    async countTokens(text) {
      requireText("The text", text);
      return (await tokenizer.get()).count(text);
    },
    async close() {
      await Promise.all([tokenizer.close(), model.close()]);
    },
  };
}

/** After how many milliseconds of work the event loop turns. A turn costs 1 to 2 % of a passage. */
const longestHold = 20;

/** One text a run: beside others, an int8 model gives a text another vector. */
async function oneByOne(
  model: SentenceModel,
  texts: readonly string[],
  encodeAt: (text: string, index: number) => EncodedText,
  { signal, onProgress }: EmbedOptions,
): Promise<number[][]> {
  const vectors: number[][] = [];
  let turned = performance.now();
  for (const [index, text] of texts.entries()) {
    vectors.push(await abortable(signal, () => model.vectorOf(encodeAt(text, index).ids)));
    onProgress?.({ done: vectors.length, total: texts.length });
    // A run holds the thread: signals, timers and sockets get their turn here.
    if (performance.now() - turned < longestHold) continue;
    await turnEventLoop();
    turned = performance.now();
  }
  signal?.throwIfAborted();
  return vectors;
}
