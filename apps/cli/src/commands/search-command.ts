import type { Command } from "commander";
import {
  embedderChoice,
  type Perform,
  type RetrievalFlags,
  searchChoices,
  wholeNumber,
  withCommonOptions,
  withRetrievalOptions,
} from "../command-options.js";
import { exitCodes } from "../exit-codes.js";
import { withIndex } from "../open-for-reading.js";
import type { HitView } from "../render/passage-view.js";
import type { CommonFlags, Session } from "../session.js";

interface SearchFlags extends CommonFlags, RetrievalFlags {
  readonly limit: number;
  readonly full?: true;
}

const examples = [
  'psi search notes.psi "who paid for the lighthouse"',
  'psi search notes.psi "lighthouse" --retriever words --limit 20',
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
    .option("--full", "show whole passages instead of the lines that match best");
  withCommonOptions(withRetrievalOptions(command), examples).action(
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
  const { hitViews } = await import("../render/passage-view.js");
  const start = performance.now();
  const { found, retriever } = await withIndex(path, embedderChoice(flags), async (index) => ({
    found: await index.search(query, { ...choices, limit: flags.limit, signal: session.signal }),
    retriever: flags.retriever ?? (index.inspect().embedder === undefined ? "words" : "hybrid"),
  }));
  const seconds = (performance.now() - start) / 1000;
  const results = hitViews(found);
  if (session.json) session.printJson({ index: path, query, retriever, seconds, results });
  else
    await printHits(
      session,
      query,
      results,
      flags.full === true,
      `${retriever}, ${seconds.toFixed(2)} s`,
    );
  return results.length === 0 ? exitCodes.nothingFound : exitCodes.ok;
}

async function printHits(
  session: Session,
  query: string,
  results: readonly HitView[],
  full: boolean,
  how: string,
): Promise<void> {
  if (results.length === 0) {
    session.note(
      "Nothing was found. Try other words, or --retriever tree, which needs no shared words.",
    );
    return;
  }
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
