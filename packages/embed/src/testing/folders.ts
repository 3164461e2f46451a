import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { shippedModel } from "../model-folder.js";

const repository = fileURLToPath(new URL("../../../..", import.meta.url));
const shared = process.env.PSI_SHARED ?? join(repository, "../shared");

/** The Chinese model, which is not in this repository. */
export const chineseModel: string = join(shared, "models/bge-small-zh-v1.5");
export const hasChineseModel: boolean = existsSync(chineseModel);

/** Said in the names of tests that need it. */
export const withoutChinese = "skipped where ../shared/models is absent";

const names = [
  "config.json",
  "tokenizer.json",
  "tokenizer_config.json",
  "onnx/model_quantized.onnx",
] as const;

/** An empty folder for one test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "psi-embed-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * A model folder for one test: the shipped model's files, but for those given; null leaves one out.
 * @returns its path.
 */
export function modelFolder(
  files: Partial<Record<(typeof names)[number], string | Uint8Array | null>> = {},
): string {
  const folder = temporaryFolder();
  for (const name of names) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    const content = files[name];
    if (content === undefined) symlinkSync(join(shippedModel(), name), path);
    else if (content !== null) writeFileSync(path, content);
  }
  return folder;
}

/** A config.json of a model with vectors of some width. */
export function configOf(hiddenSize: unknown, maxPositions: unknown = 512): string {
  return JSON.stringify({ hidden_size: hiddenSize, max_position_embeddings: maxPositions });
}
