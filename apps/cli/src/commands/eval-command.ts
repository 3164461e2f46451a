import type { Dataset, RetrievalReport, RetrieveIds } from "@psi/eval";
import type { BuildReport, PsiIndex, SearchOptions } from "@psi/rag";
import { type Command, Option } from "commander";
import {
  type Perform,
  searchChoices,
  wholeNumber,
  withCommonOptions,
  withRetrievalOptions,
} from "../command-options.js";
import { type EvalChoice, type EvalChoiceFlags, evalChoice } from "../eval-choice.js";
import { openCached, passagesToIndex } from "../eval-index.js";
import { exitCodes } from "../exit-codes.js";
import { fusionChoice } from "../fusion-choice.js";
import { type Progress, startProgress } from "../progress.js";
import type { CommonFlags, Session } from "../session.js";

interface EvalFlags extends CommonFlags, EvalChoiceFlags {
  readonly dataset: string;
  readonly limit?: number;
  readonly cache?: string;
  readonly allQuestions?: true;
}

const examples = [
  "psi eval --dataset ./musique --retriever words",
  "psi eval --dataset ./musique --retriever learned --tier words --no-titles",
  "psi eval --dataset ./musique --retriever tree --strategy descend --width 20",
  "psi eval --dataset ./musique --retriever hybrid --fuse rrf --limit 100 --json",
];

/** Adds `psi eval`. */
export function evalCommand(program: Command, perform: Perform): void {
  const command = program
    .command("eval")
    .summary("measure retrieval on a data set")
    .description(
      "Measures how well passages are found: recall, all-gold, nDCG and reciprocal rank against the gold " +
        "passages of a data set. The index is kept in the cache and brought up to date, so a second run " +
        "embeds nothing. The retriever learned is the hybrid with --fuse learned; with --fuse rrf the " +
        "hybrid merges tree and words alone.",
    )
    .requiredOption("--dataset <folder>", "corpus.jsonl and questions.jsonl")
    .option("--limit <n>", "only the first questions", wholeNumber(1))
    .addOption(
      new Option(
        "--tier <kind>",
        "what a query looks at: words, vectors too, or vectors and a second hop (default: words for words and links, else vectors)",
      ).choices(["words", "vectors", "hops"]),
    )
    .option("--no-titles", "leave titles out of the indexed and embedded text")
    .option("--all-questions", "also count questions whose gold the set calls incomplete")
    .addOption(
      new Option("--cache <folder>", "where indexes are kept (default: ~/.cache/psi/eval)"),
    );
  withCommonOptions(withRetrievalOptions(command, ["learned"]), examples).action(
    (flags: EvalFlags) => perform(flags, (session) => evaluate(session, flags)),
  );
}

async function evaluate(session: Session, flags: EvalFlags): Promise<number> {
  const choice = evalChoice(flags);
  const how = searchChoices({ ...flags, retriever: choice.retriever });
  const [{ loadDataset }, { localEmbedder }, { fuse }] = await Promise.all([
    import("@psi/eval"),
    import("@psi/embed"),
    fusionChoice(flags),
  ]);
  const dataset = await loadDataset(flags.dataset);
  const embedder =
    choice.tier !== "words" &&
    localEmbedder(flags.embedder === undefined ? {} : { model: flags.embedder });
  const progress = await startProgress(session);
  try {
    const index = await openCached(dataset, {
      dataset: flags.dataset,
      cache: flags.cache,
      embedder,
      embedderFolder: flags.embedder,
      environment: session.environment,
      titles: choice.titles,
      links: choice.links,
    });
    try {
      const built = await index.replaceAll(passagesToIndex(dataset, choice.titles), {
        signal: session.signal,
        onProgress: ({ stage, done, total }) => progress.update(stage, done, total),
      });
      const options = { ...how, ...(fuse && { fuse }), secondHop: choice.tier === "hops" };
      const report = await measure(dataset, index, options, flags, progress, session.signal);
      progress.stop();
      await printReport(
        session,
        { ...how, ...reported(choice), blank: built.blank },
        report,
        built,
      );
      return exitCodes.ok;
    } finally {
      await index.close();
    }
  } finally {
    progress.stop();
    if (embedder) await embedder.close();
  }
}

async function measure(
  dataset: Dataset,
  index: PsiIndex,
  options: SearchOptions,
  flags: EvalFlags,
  progress: Progress,
  signal: AbortSignal,
): Promise<RetrievalReport> {
  const { evaluateRetrieval } = await import("@psi/eval");
  const search: RetrieveIds = async (question, { limit }) =>
    (await index.search(question, { ...options, limit, signal })).map(
      ({ node, duplicates = [] }) => [node.id, ...duplicates],
    );
  return evaluateRetrieval(dataset, search, {
    signal,
    onProgress: ({ done, total }) => progress.update("questions", done, total),
    ...(flags.limit !== undefined && { limit: flags.limit }),
    ...(flags.allQuestions && { incompleteGold: true }),
  });
}

/** What is reported of the choice, under the name that was asked for. */
function reported({ name, fuse, tier, titles }: EvalChoice): Reported {
  return { retriever: name, ...(fuse && { fuse }), tier, titles };
}

interface Reported extends Pick<EvalChoice, "tier" | "titles"> {
  readonly retriever: EvalChoice["name"];
  readonly fuse?: EvalChoice["fuse"];
}

async function printReport(
  session: Session,
  how: Reported & { readonly blank: number },
  report: RetrievalReport,
  built: BuildReport,
): Promise<void> {
  const { dataset, ...measured } = report;
  const { seconds: indexSeconds, passages, embedded } = built;
  if (session.json) {
    session.printJson({ dataset, ...how, ...measured, indexSeconds, passages, embedded });
    return;
  }
  const { reportLines } = await import("../render/report.js");
  const name = [
    how.retriever,
    ...(how.fuse === "rrf" ? ["rrf"] : []),
    ...(how.retriever === "words" || how.retriever === "tree" ? [] : [`tier ${how.tier}`]),
    ...(how.titles ? [] : ["no titles"]),
  ].join(", ");
  session.print(...reportLines(report, name, built, session.width, session.paint));
}
