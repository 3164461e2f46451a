import { stat } from "node:fs/promises";
import { type Abstracter, memoryStore } from "@psi/core";
import type { PsiIndex } from "@psi/rag";
import { openEmbedder } from "./open-embedder.js";

/** The parts that the user chose. */
export interface WritingParts {
  /** A model folder, false for none, undefined for the embedder that ships. */
  readonly embedder: string | false | undefined;
  readonly abstracter: Abstracter | false;
  readonly maxChildren: number | undefined;
  /** Change nothing: an index that does not exist yet is not made. */
  readonly dryRun: boolean;
}

/** Opens or makes an index, does some work with it, and closes it and what it needed. */
export async function withWritableIndex<Result>(
  path: string,
  { embedder: folder, abstracter, maxChildren, dryRun }: WritingParts,
  work: (index: PsiIndex) => Promise<Result>,
): Promise<Result> {
  const { openIndex } = await import("@psi/rag");
  const embedder = await openEmbedder(folder);
  const parts = {
    abstracter,
    ...(embedder !== undefined && { embedder }),
    ...(maxChildren !== undefined && { maxChildren }),
  };
  try {
    const index =
      dryRun && !(await exists(path))
        ? await openIndex(memoryStore(), parts)
        : await openIndex(path, { ...parts, readOnly: dryRun });
    try {
      return await work(index);
    } finally {
      await index.close();
    }
  } finally {
    if (embedder) await embedder.close();
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
