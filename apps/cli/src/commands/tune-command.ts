import { stat, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { PsiError, type ScoredNode } from "@psi/core";
import type { LabelledCandidates, TuneReport } from "@psi/fusion";
import type { PsiIndex } from "@psi/rag";
import type { Command } from "commander";
import { tierOf, watched } from "../candidates.js";
import { type Perform, withCommonOptions } from "../command-options.js";
import { exitCodes } from "../exit-codes.js";
import { withIndex } from "../open-for-reading.js";
import { startProgress } from "../progress.js";
import { type LabelledQuestion, type QuestionsRead, readQuestions } from "../read-questions.js";
import { counted } from "../render/numbers.js";
import type { CommonFlags, Session } from "../session.js";

interface TuneFlags extends CommonFlags {
  readonly dataset: string;
  readonly out?: string;
  readonly embedder?: string;
}

/** As many as the fusion asks for. */
const fewestQuestions = 10;

const examples = [
  "psi tune notes.psi --dataset questions.jsonl",
  "psi tune notes.psi --dataset questions.jsonl --out weights.json",
  'psi search notes.psi "who paid for the lighthouse" --weights weights.json',
];

/** Adds `psi tune`. */
export function tuneCommand(program: Command, perform: Perform): void {
  const command = program
    .command("tune")
    .summary("fit the fusion's weights to your own questions")
    .description(
      "Fits the weights by which the hybrid orders passages to questions whose right passages you know, " +
        "from ten on, better fifty. The gain is measured by cross-validation, and the weights are written " +
        "only when they help. Exit code 1 when they do not.",
    )
    .argument("<index>", "the index")
    .requiredOption(
      "--dataset <file>",
      'JSONL with a line {"question": …, "gold": [ids of right passages]} a question',
    )
    .option("--out <file>", "where the weights go; without it they are only measured")
    .option("--embedder <folder>", "the embedder's model folder, if the index was made with one");
  withCommonOptions(command, examples).action((index: string, flags: TuneFlags) =>
    perform(flags, (session) => tuneIndex(session, index, flags)),
  );
}

async function tuneIndex(session: Session, path: string, flags: TuneFlags): Promise<number> {
  if (flags.out !== undefined) await requireFolder(flags.out);
  const { shippedWeights, tune } = await import("@psi/fusion");
  const { examples, withoutGold } = await withIndex(path, flags.embedder, async (index) => {
    const read = await readQuestions(flags.dataset, new Set(index.ids));
    if (read.questions.length < fewestQuestions) throw tooFew(flags.dataset, read);
    return { ...read, examples: await candidatesOf(session, index, read.questions) };
  });
  const embedded = examples.some(({ candidates }) => tierOf(candidates) === "vectors");
  const tier = embedded ? "vectors" : "words";
  const report = tune(examples, shippedWeights(tier));
  const out = report.helps ? flags.out : undefined;
  if (out !== undefined) await writeFile(out, `${JSON.stringify(report.weights)}\n`);
  const { questions, before, after, helps } = report;
  const figures = { questions, withoutGold, tier, before, after, helps };
  if (session.json) session.printJson({ index: path, ...figures, ...(out && { out }) });
  else {
    const { tuningLines } = await import("../render/tuning.js");
    session.print(...tuningLines(figures, session.paint));
  }
  session.note(verdict(report, flags.out));
  return helps ? exitCodes.ok : exitCodes.noGain;
}

/** Told before anything is searched, so that nobody waits for a refusal. */
function tooFew(file: string, { questions, withoutGold }: QuestionsRead): PsiError {
  const without = withoutGold > 0 ? `, and ${withoutGold} without` : "";
  return new PsiError(
    "invalid-option",
    `${file} has ${counted(questions.length, "question")} with gold${without}. Tuning needs ${fewestQuestions}, better 50.`,
  );
}

/** What the hybrid finds for each question. Texts are dropped: the weights do not read them. */
async function candidatesOf(
  session: Session,
  index: PsiIndex,
  questions: readonly LabelledQuestion[],
): Promise<readonly LabelledCandidates[]> {
  const { shippedFusion } = await import("@psi/fusion");
  const { fuse, last } = watched(shippedFusion());
  const progress = await startProgress(session);
  const { signal } = session;
  try {
    const examples: LabelledCandidates[] = [];
    for (const { question, gold } of questions) {
      await index.search(question, { fuse, signal });
      const candidates = last().map((each) => ({ ...each, node: { ...each.node, text: "" } }));
      examples.push({ candidates, gold: inPlaces(gold, candidates) });
      progress.update("questions", examples.length, questions.length);
    }
    return examples;
  } finally {
    progress.stop();
  }
}

/** The ids of gold passages, or of the candidates that stand for them: those of equal text take one place. */
function inPlaces(gold: readonly string[], candidates: readonly ScoredNode[]): readonly string[] {
  const placeOf = (id: string): string =>
    candidates.find(({ duplicates }) => duplicates?.includes(id))?.node.id ?? id;
  return [...new Set(gold.map(placeOf))];
}

function verdict({ helps }: TuneReport, out: string | undefined): string {
  if (!helps) {
    return "The new weights do not help on questions they have not seen: nothing was written. Give more questions, or keep the weights that ship.";
  }
  return out === undefined
    ? "The new weights help. Nothing was written: --out <file> keeps them."
    : `The new weights help, and are in ${out}. Use them with --weights ${out}.`;
}

async function requireFolder(out: string): Promise<void> {
  const folder = dirname(resolve(out));
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (isFolder) return;
  throw new PsiError(
    "unreadable-input",
    `There is no folder ${folder} to write the weights to. Make it, or name another file.`,
  );
}
