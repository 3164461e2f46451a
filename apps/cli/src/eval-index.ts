import { createHash } from "node:crypto";
import { mkdir, realpath } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, join, resolve } from "node:path";
import type { Passage } from "@psi/core";
import type { LocalEmbedder } from "@psi/embed";
import type { Dataset } from "@psi/eval";
import type { PsiIndex } from "@psi/rag";
import type { EvalChoice } from "./eval-choice.js";
import type { Io } from "./io.js";

/** Merging by ranks is a baseline: 30 of each list, with which its published figures here were measured. */
const candidatesOfRanks = 30;

/** Where the index of an evaluation is kept, and what it is made of. */
export interface CachedIndexOptions extends Pick<EvalChoice, "titles" | "links"> {
  readonly dataset: string;
  readonly cache: string | undefined;
  readonly embedder: LocalEmbedder | false;
  readonly embedderFolder: string | undefined;
  readonly environment: Io["environment"];
}

/**
 * Opens the index that belongs to this folder, this embedder, and passages with or without titles and
 * links. Abstracts play no part in the figures.
 */
export async function openCached(
  { name }: Dataset,
  { dataset, cache, embedder, embedderFolder, environment, titles, links }: CachedIndexOptions,
): Promise<PsiIndex> {
  const folder =
    cache ?? join(environment.XDG_CACHE_HOME || join(homedir(), ".cache"), "psi", "eval");
  await mkdir(folder, { recursive: true });
  const path = await realpath(dataset);
  const hash = createHash("sha256").update(path).digest("hex").slice(0, 12);
  const kind = [
    embedder ? `vectors-${basename(resolve(embedderFolder ?? "default"))}` : "words",
    ...(titles ? [] : ["no-titles"]),
    ...(links ? [] : ["no-links"]),
  ].join(".");
  const { openIndex } = await import("@psi/rag");
  return openIndex(join(folder, `${name}-${hash}.${kind}.psi`), {
    embedder,
    abstracter: false,
    rememberQueries: true,
    ...(!links && { names: false, candidates: candidatesOfRanks }),
  });
}

/** The passages to index, without titles where they are not wanted. */
export function passagesToIndex({ passages }: Dataset, titles: boolean): readonly Passage[] {
  return titles ? passages : passages.map(withoutTitle);
}

function withoutTitle({ metadata, ...passage }: Passage): Passage {
  const { title: _, ...rest } = metadata;
  return { ...passage, metadata: rest };
}
