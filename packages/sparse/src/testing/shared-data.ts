import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of data sets and fixtures beside the repository; PSI_SHARED overrides it. */
const sharedFolder: string =
  process.env.PSI_SHARED ?? join(dirname(fileURLToPath(import.meta.url)), "../../../../../shared");

/** What a test's name says when the data is not there. */
export const absent = "(skipped where ../shared is absent)";

export function hasShared(path: string): boolean {
  return existsSync(join(sharedFolder, path));
}

export function sharedJson<T>(path: string): T {
  return JSON.parse(readFileSync(join(sharedFolder, path), "utf8")) as T;
}

function sharedLines<T>(path: string): readonly T[] {
  const lines = readFileSync(join(sharedFolder, path), "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as T);
}

export interface SharedSet {
  /** Title, line break, text. */
  readonly texts: readonly string[];
  readonly questions: readonly { readonly question: string; readonly gold: readonly number[] }[];
}

/** A data set with its gold passages as rows. */
export function sharedSet(name: string): SharedSet {
  const corpus = sharedLines<{ id: string; title: string; text: string }>(
    `datasets/${name}/corpus.jsonl`,
  );
  const rows = new Map(corpus.map(({ id }, row) => [id, row]));
  const questions = sharedLines<{ question: string; gold: readonly string[] }>(
    `datasets/${name}/questions.jsonl`,
  );
  return {
    texts: corpus.map(({ title, text }) => `${title}\n${text}`),
    questions: questions.map(({ question, gold }) => ({
      question,
      gold: gold.map((id) => rows.get(id) as number),
    })),
  };
}
