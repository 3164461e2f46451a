import { createHash } from "node:crypto";
import { mkdir, realpath } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, join, resolve } from "node:path";
import type { LocalEmbedder } from "@psi/embed";
import type { Dataset, RetrievalReport } from "@psi/eval";
import type { BuildReport, PsiIndex } from "@psi/rag";
import { type Command, Option } from "commander";
import {
  type Perform,
  type RetrievalFlags,
  searchChoices,
  wholeNumber,
  withCommonOptions,
  withRetrievalOptions,
} from "../command-options.js";
import { exitCodes } from "../exit-codes.js";
import type { Io } from "../io.js";
import { type Progress, startProgress } from "../progress.js";
import type { CommonFlags, Session } from "../session.js";

interface EvalFlags extends CommonFlags, RetrievalFlags {
  readonly dataset: string;
  readonly limit?: number;
  readonly cache?: string;
}

const examples = [
  "psi eval --dataset ./musique --retriever words",
  "psi eval --dataset ./musique --retriever tree --strategy descend --width 20",
  "psi eval --dataset ./musique --retriever hybrid --limit 100 --json",
];

/** Adds `psi eval`. */
export function evalCommand(program: Command, perform: Perform): void {
  const command = program
    .command("eval")
    .summary("measure retrieval on a data set")
    .description(
      "Measures how well passages are found: recall, all-gold, nDCG and reciprocal rank against the gold " +
        "passages of a data set. The index is kept in the cache and brought up to date, so a second run " +
        "embeds nothing.",
    )
    .requiredOption("--dataset <folder>", "corpus.jsonl and questions.jsonl")
    .option("--limit <n>", "only the first questions", wholeNumber(1))
    .addOption(
      new Option("--cache <folder>", "where indexes are kept (default: ~/.cache/psi/eval)"),
    );
  withCommonOptions(withRetrievalOptions(command), examples).action((flags: EvalFlags) =>
    perform(flags, (session) => evaluate(session, flags)),
  );
}

async function evaluate(session: Session, flags: EvalFlags): Promise<number> {
  const choices = searchChoices(flags);
  const [{ evaluateRetrieval, loadDataset }, { localEmbedder }] = await Promise.all([
    import("@psi/eval"),
    import("@psi/embed"),
  ]);
  const dataset = await loadDataset(flags.dataset);
  const retriever = flags.retriever ?? "hybrid";
  const embedder =
    retriever !== "words" &&
    localEmbedder(flags.embedder === undefined ? {} : { model: flags.embedder });
  const progress = await startProgress(session);
  const { signal } = session;
  try {
    const index = await openCached(dataset, flags, embedder, session.environment);
    try {
      const built = await bringUpToDate(index, dataset, progress, signal);
      const search = async (question: string, { limit }: { limit: number }): Promise<string[]> =>
        (await index.search(question, { ...choices, retriever, limit, signal })).map(
          ({ node }) => node.id,
        );
      const report = await evaluateRetrieval(dataset, search, {
        signal,
        onProgress: ({ done, total }) => progress.update("questions", done, total),
        ...(flags.limit !== undefined && { limit: flags.limit }),
      });
      progress.stop();
      await printReport(session, { ...choices, retriever }, report, built);
      return exitCodes.ok;
    } finally {
      await index.close();
    }
  } finally {
    progress.stop();
    if (embedder) await embedder.close();
  }
}

/** Opens the index that belongs to this folder and this embedder. Abstracts play no part in the figures. */
async function openCached(
  dataset: Dataset,
  flags: EvalFlags,
  embedder: LocalEmbedder | false,
  environment: Io["environment"],
): Promise<PsiIndex> {
  const folder =
    flags.cache ?? join(environment.XDG_CACHE_HOME || join(homedir(), ".cache"), "psi", "eval");
  await mkdir(folder, { recursive: true });
  const path = await realpath(flags.dataset);
  const hash = createHash("sha256").update(path).digest("hex").slice(0, 12);
  const kind = embedder ? `vectors-${basename(resolve(flags.embedder ?? "default"))}` : "words";
  const { openIndex } = await import("@psi/rag");
  return openIndex(join(folder, `${dataset.name}-${hash}.${kind}.psi`), {
    embedder,
    abstracter: false,
    rememberQueries: true,
  });
}

function bringUpToDate(
  index: PsiIndex,
  dataset: Dataset,
  progress: Progress,
  signal: AbortSignal,
): Promise<BuildReport> {
  return index.replaceAll(dataset.passages, {
    signal,
    onProgress: ({ stage, done, total }) => progress.update(stage, done, total),
  });
}

async function printReport(
  session: Session,
  how: Omit<RetrievalFlags, "embedder">,
  report: RetrievalReport,
  built: BuildReport,
): Promise<void> {
  const { dataset, ...measured } = report;
  if (session.json) {
    session.printJson({
      dataset,
      ...how,
      ...measured,
      indexSeconds: built.seconds,
      passages: built.passages,
      embedded: built.embedded,
    });
    return;
  }
  const { reportLines } = await import("../render/report.js");
  session.print(
    ...reportLines(report, how.retriever ?? "hybrid", built, session.width, session.paint),
  );
}
