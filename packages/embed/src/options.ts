import { availableParallelism } from "node:os";
import { type CallOptions, PsiError, requireWhole } from "@psi/core";
import { type ModelFolder, openModelFolder, shippedModel } from "./model-folder.js";
import type { OnnxRuntime } from "./onnx-runtime.js";
import { queryPrefixOf } from "./query-prefix.js";
import type { Pooling } from "./sentence-model.js";

/** A text that was too long: what was left of it. */
export interface Truncation {
  readonly kind: "document" | "query";
  /** The text's place in the list that was given; 0 for a query. */
  readonly index: number;
  /** How many tokens it has, its frame of two included; when `exact` is false, it has more. */
  readonly tokens: number;
  readonly exact: boolean;
  /** How many of them the vector stands for, the frame included. */
  readonly kept: number;
}

export interface LocalEmbedderOptions {
  /** A model folder, in the layout that transformers.js reads; the English model that ships, when left out. */
  readonly model?: string;
  /** Put in front of queries; when left out, what a known folder name asks for, else nothing. */
  readonly queryPrefix?: string;
  /** Where a text is cut, in tokens, from 3 to what the model reads; 512, or what the model reads if less. */
  readonly maxTokens?: number;
  /** Which of the model's rows stand for a text; "cls", the first, as BGE models want. */
  readonly pooling?: Pooling;
  /** Threads for one text, from 1; the number of cores, at most 4. */
  readonly threads?: number;
  /**
   * An onnxruntime-node that the caller has imported; it runs the model in this process. When left out: version
   * 1.17.0, in a child process where the program has another version.
   */
  readonly runtime?: OnnxRuntime;
  /** Told of each text that is cut. Without it, see `truncated`. */
  readonly onTruncated?: (truncation: Truncation) => void;
}

export interface EmbedOptions extends CallOptions {
  /** Told after each text. */
  readonly onProgress?: (progress: { readonly done: number; readonly total: number }) => void;
  /** Told of each text that is cut, in place of the embedder's own. */
  readonly onTruncated?: (truncation: Truncation) => void;
}

/** Options with their defaults filled in. */
export interface CheckedOptions {
  readonly folder: ModelFolder;
  readonly queryPrefix: string;
  readonly maxTokens: number;
  readonly pooling: Pooling;
  readonly threads: number;
}

const poolings: readonly Pooling[] = ["cls", "mean"];

/** @throws PsiError `invalid-option`, or `unreadable-input` for a folder that lacks a file. */
export function checkOptions(options: LocalEmbedderOptions): CheckedOptions {
  const { model = shippedModel(), pooling = "cls" } = options;
  if (typeof model !== "string" || model === "") {
    throw new PsiError(
      "invalid-option",
      `model must be the path of a folder; it is ${show(model)}.`,
    );
  }
  if (!poolings.includes(pooling)) {
    throw new PsiError(
      "invalid-option",
      `pooling must be "cls" or "mean"; it is ${show(pooling)}.`,
    );
  }
  // One text is too little work to share among many.
  const threads = requireWhole(
    "threads",
    options.threads ?? Math.min(4, availableParallelism()),
    1,
  );
  const folder = openModelFolder(model);
  const { queryPrefix = queryPrefixOf(folder.name) } = options;
  requireText("queryPrefix", queryPrefix);
  const most = folder.maxPositions;
  const maxTokens = requireWhole("maxTokens", options.maxTokens ?? Math.min(512, most), 3, most);
  return { folder, queryPrefix, maxTokens, pooling, threads };
}

/** @throws PsiError `invalid-option` for what is no string, named as `whose`. */
export function requireText(whose: string, value: unknown): void {
  if (typeof value === "string") return;
  throw new PsiError("invalid-option", `${whose} must be a string; it is ${show(value)}.`);
}

/** @throws PsiError `invalid-option` for what is no list of strings, naming the first bad place. */
export function requireTexts(texts: readonly unknown[]): void {
  if (!Array.isArray(texts)) {
    throw new PsiError("invalid-option", `The texts must be a list; they are ${show(texts)}.`);
  }
  for (const [index, text] of texts.entries()) requireText(`The text at position ${index}`, text);
}

/** A value for a message: short, whatever it is. */
function show(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.slice(0, 40));
  return typeof value === "object" && value !== null ? "an object" : String(value);
}
