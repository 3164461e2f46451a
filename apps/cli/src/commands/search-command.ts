import { type Command, InvalidArgumentError } from "commander";
import {
  embedderChoice,
  type PassageFlags,
  type Perform,
  type RetrievalFlags,
  searchChoices,
  wholeNumber,
  withCommonOptions,
  withPassageOptions,
  withRetrievalOptions,
} from "../command-options.js";
import { exitCodes } from "../exit-codes.js";
import { type Explained, explainingFusion } from "../explain.js";
import { fusionChoice } from "../fusion-choice.js";
import { withIndex } from "../open-for-reading.js";
import type { HitView } from "../render/passage-view.js";
import { plainText } from "../render/plain-text.js";
import type { CommonFlags, Session } from "../session.js";

interface SearchFlags extends CommonFlags, RetrievalFlags, PassageFlags {
  readonly limit: number;
  readonly full?: true;
  readonly explain?: true;
}

const examples = [
  'psi search notes.psi "who paid for the lighthouse"',
  'psi search notes.psi "lighthouse" --retriever words --limit 20',
  'psi search notes.psi "who owned the boats" --explain',
  'psi search notes.psi "who owned the boats" --filter source=harbour.md',
  'psi search notes.psi "lighthouse" --json | jq -r ".results[].id"',
];

/** Adds `psi search`. */
export function searchCommand(program: Command, perform: Perform): void {
  const command = program
    .command("search")
    .summary("find the passages that answer a question")
    .description(
      "Finds the passages that answer a question, best first. Exit code 1 when there is none.",
    )
    .argument("<index>", "the index")
    .argument("<query...>", "what to look for")
    .option("--limit <n>", "the most passages to show", wholeNumber(1), 5)
    .option("--full", "show whole passages instead of the lines that match best")
    .option("--explain", "say which signals put each passage where it stands");
  withCommonOptions(withPassageOptions(withRetrievalOptions(command)), examples).action(
    (index: string, query: readonly string[], flags: SearchFlags) =>
      perform(flags, (session) => search(session, index, query.join(" "), flags)),
  );
}

async function search(
  session: Session,
  path: string,
  query: string,
  flags: SearchFlags,
): Promise<number> {
  const choices = searchChoices(flags);
  const retriever = flags.retriever ?? "hybrid";
  if (flags.explain && retriever !== "hybrid") {
    throw new InvalidArgumentError(
      `--explain is for the hybrid; --retriever ${retriever} orders passages by one score.`,
    );
  }
  const explaining = flags.explain && (await explainingFusion(flags));
  const { fuse } = explaining || (await fusionChoice(flags));
  const { hitViews } = await import("../render/passage-view.js");
  const start = performance.now();
  const notes: string[] = [];
  const found = await withIndex(path, embedderChoice(flags), (index) =>
    index.search(query, {
      ...choices,
      limit: flags.limit,
      onNote: (note) => notes.push(note),
      signal: session.signal,
      ...(fuse && { fuse }),
    }),
  );
  const seconds = (performance.now() - start) / 1000;
  const results = hitViews(found);
  const explain = explaining && (await explaining.explain(found));
  if (session.json) {
    session.printJson({
      index: path,
      query,
      retriever,
      seconds,
      results,
      ...(notes.length > 0 && { notes }),
      ...(explain && { explain }),
    });
  } else {
    const how = `${retriever}, ${seconds.toFixed(2)} s`;
    if (results.length === 0) noteNothing(session, notes);
    else await printHits(session, query, results, flags.full === true, how);
    if (explain) await printExplanation(session, explain);
  }
  return results.length === 0 ? exitCodes.nothingFound : exitCodes.ok;
}

async function printExplanation(session: Session, explain: readonly Explained[]): Promise<void> {
  if (explain.length === 0) return;
  const { explanationLines } = await import("../render/explanation.js");
  session.print("", ...explanationLines(explain, session.width, session.paint));
}

/** Why nothing was found: what the index noted, or else what the user may try. */
function noteNothing(session: Session, notes: readonly string[]): void {
  if (notes.length === 0) {
    session.note(
      "Nothing was found. Try other words, or --retriever tree, which needs no shared words.",
    );
  }
  for (const note of notes) session.note(`Nothing was found. ${plainText(note)}`);
}

async function printHits(
  session: Session,
  query: string,
  results: readonly HitView[],
  full: boolean,
  how: string,
): Promise<void> {
  const [{ hitList }, { matcher }, { multilingual }] = await Promise.all([
    import("../render/hit-list.js"),
    import("../render/matches.js"),
    import("@psi/sparse"),
  ]);
  const { width, paint } = session;
  const match = matcher(query, multilingual());
  session.print(...hitList(results, { width, paint, match, text: full ? "full" : "snippet" }));
  session.print("", paint.dim(`${results.length} found by ${how}`));
}
