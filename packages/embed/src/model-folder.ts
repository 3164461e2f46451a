import { readFileSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { PsiError } from "@psi/core";

/** Where the parts of a model lie, in the layout that transformers.js reads, and what its config says. */
export interface ModelFolder {
  /** The folder's own name, such as "bge-small-en-v1.5". */
  readonly name: string;
  readonly model: string;
  readonly tokenizer: string;
  readonly tokenizerConfig: string;
  /** Numbers in a vector: `hidden_size` of config.json. */
  readonly dimensions: number;
  /** The most tokens the model can read: `max_position_embeddings` of config.json. */
  readonly maxPositions: number;
}

/** The folder of the English model that lies in this package. */
export function shippedModel(): string {
  // The same number of steps from src/ as from dist/.
  return fileURLToPath(new URL("../models/bge-small-en-v1.5", import.meta.url));
}

/**
 * Looks at a model folder without reading the model: a few file system calls and one small file.
 *
 * @throws PsiError `unreadable-input`, naming the file that is missing or that makes no sense.
 */
export function openModelFolder(path: string): ModelFolder {
  const folder = resolve(path);
  const config = requireFile(folder, "config.json");
  const files = {
    model: requireFile(folder, "onnx/model_quantized.onnx"),
    tokenizer: requireFile(folder, "tokenizer.json"),
    tokenizerConfig: requireFile(folder, "tokenizer_config.json"),
  };
  const told = readJson(config) as Record<string, unknown>;
  const wholeOf = (key: string): number => {
    const value = told[key];
    if (Number.isSafeInteger(value) && (value as number) > 0) return value as number;
    throw new PsiError(
      "unreadable-input",
      `${config} must give ${key} as a whole number from 1; it gives ${JSON.stringify(value)}. Check that it is the config of a BERT-like sentence embedder.`,
    );
  };
  return {
    name: basename(folder),
    ...files,
    dimensions: wholeOf("hidden_size"),
    maxPositions: wholeOf("max_position_embeddings"),
  };
}

/**
 * Reads a JSON object from a file.
 * @throws PsiError `unreadable-input`, naming the file, with the cause.
 */
export function readJson(path: string): object {
  try {
    const value: unknown = JSON.parse(readFileSync(path, "utf8"));
    if (typeof value === "object" && value !== null) return value;
    throw new TypeError(`It holds ${JSON.stringify(value)} where an object is expected.`);
  } catch (cause) {
    throw new PsiError(
      "unreadable-input",
      `${path} cannot be read as JSON. Copy the model folder again, whole.`,
      { cause },
    );
  }
}

function requireFile(folder: string, name: string): string {
  const path = join(folder, name);
  // A broken link or a folder of that name is as good as nothing.
  if (statSync(path, { throwIfNoEntry: false })?.isFile()) return path;
  throw new PsiError(
    "unreadable-input",
    `The model folder ${folder} has no file ${name}. A model folder holds config.json, tokenizer.json, tokenizer_config.json and onnx/model_quantized.onnx.`,
  );
}
