import { createHash } from "node:crypto";
import { closeSync, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import { PsiError } from "@psi/core";
import type { ModelFolder } from "./model-folder.js";

const sampleBytes = 64 * 1024;
const samples = 16;

/**
 * A short hash that tells two models apart: of the tokenizer's files, and of the model file's size and 16
 * samples of 64 kB spread over it, first and last bytes among them. Training changes every weight, so
 * samples see it, at a tenth of the time that hashing the whole file would take.
 *
 * @param more what else determines a vector.
 * @returns 12 hexadecimal digits.
 * @throws PsiError `unreadable-input` when a file cannot be read, with the cause.
 */
export function fingerprint(folder: ModelFolder, more: readonly string[]): string {
  const hash = createHash("sha256");
  try {
    for (const path of [folder.tokenizer, folder.tokenizerConfig]) {
      hash.update(createHash("sha256").update(readFileSync(path)).digest());
    }
    hash.update(sampled(folder.model));
  } catch (cause) {
    throw new PsiError(
      "unreadable-input",
      `The files of the model "${folder.name}" cannot be read: ${(cause as Error).message}.`,
      { cause },
    );
  }
  return hash.update(JSON.stringify(more)).digest("hex").slice(0, 12);
}

function sampled(path: string): Buffer {
  const file = openSync(path, "r");
  try {
    const { size } = fstatSync(file);
    const hash = createHash("sha256").update(String(size));
    const bytes = Buffer.alloc(sampleBytes);
    for (let i = 0; i < samples; i++) {
      const start = Math.floor((Math.max(0, size - sampleBytes) * i) / (samples - 1));
      hash.update(bytes.subarray(0, readSync(file, bytes, 0, sampleBytes, start)));
    }
    return hash.digest();
  } finally {
    closeSync(file);
  }
}
