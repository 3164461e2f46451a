import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { NamedPassage } from "../name-extractor.js";

/** The folder of data sets beside the repository; PSI_SHARED overrides it. */
const sharedFolder: string =
  process.env.PSI_SHARED ?? join(dirname(fileURLToPath(import.meta.url)), "../../../../../shared");

/** What a test's name says when the data is not there. */
export const absent = "(skipped where ../shared is absent)";

export function hasShared(set: string): boolean {
  return existsSync(join(sharedFolder, "datasets", set));
}

export interface SharedSet {
  readonly passages: readonly NamedPassage[];
  readonly questions: readonly { readonly question: string; readonly gold: readonly number[] }[];
}

/** A data set with its gold passages as rows; only questions whose gold is complete. */
export function sharedSet(set: string): SharedSet {
  const linesOf = <T>(file: string): readonly T[] =>
    readFileSync(join(sharedFolder, "datasets", set, file), "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as T);
  const corpus = linesOf<{ id: string; title: string; text: string }>("corpus.jsonl");
  const rows = new Map(corpus.map(({ id }, row) => [id, row]));
  const questions = linesOf<{ question: string; gold?: string[]; gold_complete?: boolean }>(
    "questions.jsonl",
  ).filter(({ gold = [], gold_complete = true }) => gold.length > 0 && gold_complete);
  return {
    passages: corpus.map(({ title, text }) => ({ title, text })),
    questions: questions.map(({ question, gold = [] }) => ({
      question,
      gold: [...new Set(gold)].map((id) => rows.get(id) as number),
    })),
  };
}
