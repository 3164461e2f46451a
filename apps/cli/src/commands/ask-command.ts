import type { RagAnswer } from "@psi/rag";
import type { Command } from "commander";
import {
  embedderChoice,
  type Perform,
  type RetrievalFlags,
  searchChoices,
  wholeNumber,
  withCommonOptions,
  withModelOptions,
  withRetrievalOptions,
} from "../command-options.js";
import { exitCodes } from "../exit-codes.js";
import { fusionChoice } from "../fusion-choice.js";
import { type ModelFlags, openModel } from "../models/open-model.js";
import { withIndex } from "../open-for-reading.js";
import type { CommonFlags, Session } from "../session.js";

interface AskFlags extends CommonFlags, RetrievalFlags, ModelFlags {
  readonly limit: number;
}

const examples = [
  'psi ask notes.psi "Who paid for the lighthouse?"',
  'psi ask notes.psi "Who paid for the lighthouse?" --model ollama:qwen3:8b',
  'OPENAI_API_KEY=… psi ask notes.psi "Who paid for it?" --model openai:gpt-5-mini --json',
];

/** Adds `psi ask`. */
export function askCommand(program: Command, perform: Perform): void {
  const command = program
    .command("ask")
    .summary("answer a question from the passages, with citations")
    .description(
      "Answers a question from the passages, and says where each sentence stands. Without a model the " +
        "answer is made of the passages' own sentences.",
    )
    .argument("<index>", "the index")
    .argument("<question...>", "the question")
    .option("--limit <n>", "the most passages to read", wholeNumber(1), 5);
  withModelOptions(command, "writes the answer");
  withCommonOptions(withRetrievalOptions(command), examples).action(
    (index: string, question: readonly string[], flags: AskFlags) =>
      perform(flags, (session) => ask(session, index, question.join(" "), flags)),
  );
}

async function ask(
  session: Session,
  path: string,
  question: string,
  flags: AskFlags,
): Promise<number> {
  const choices = searchChoices(flags);
  const { environment, signal } = session;
  const { fuse } = await fusionChoice(flags);
  const opened = await openModel(flags, environment);
  const start = performance.now();
  try {
    const answer = await withIndex(path, embedderChoice(flags), (index) =>
      index.ask(question, {
        ...choices,
        ...(fuse && { fuse }),
        limit: flags.limit,
        signal,
        ...(opened && { model: opened.model }),
      }),
    );
    await printAnswer(session, path, question, answer, (performance.now() - start) / 1000);
    return answer.evidence.length === 0 ? exitCodes.nothingFound : exitCodes.ok;
  } finally {
    await opened?.close();
  }
}

async function printAnswer(
  session: Session,
  index: string,
  question: string,
  answer: RagAnswer,
  seconds: number,
): Promise<void> {
  const { hitViews } = await import("../render/passage-view.js");
  const evidence = hitViews(answer.evidence);
  const { text, citations } = answer;
  if (session.json) {
    session.printJson({ index, question, answer: text, citations, evidence, seconds });
    return;
  }
  const [{ answerLines }, { matcher }, { multilingual }] = await Promise.all([
    import("../render/answer.js"),
    import("../render/matches.js"),
    import("@psi/sparse"),
  ]);
  const { width, paint } = session;
  const match = matcher(question, multilingual());
  session.print(
    ...answerLines({ text, citations, evidence }, { width, paint, match, text: "none" }),
  );
}
