import { type AgentAnswer, type AgentStep, PsiError } from "@psi/core";
import { type Command, InvalidArgumentError } from "commander";
import {
  type AgentFlags,
  checkAgentFlags,
  withAgentOptions,
  withScriptOption,
} from "../agent-flags.js";
import { askOptions } from "../ask-options.js";
import {
  embedderChoice,
  type Perform,
  searchChoices,
  withCommonOptions,
  withModelOptions,
  withPassageOptions,
  withRetrievalOptions,
} from "../command-options.js";
import { exitCodes } from "../exit-codes.js";
import { openModel } from "../models/open-model.js";
import { withIndex } from "../open-for-reading.js";
import type { CommonFlags, Session } from "../session.js";

interface AskFlags extends CommonFlags, AgentFlags {}

const examples = [
  'psi ask notes.psi "Who paid for the lighthouse?"',
  'psi ask notes.psi "Who paid for the lighthouse?" --model ollama:qwen3:8b --steps',
  'psi ask notes.psi "Which storms does the diary tell of?" --model ollama:qwen3:8b --answer-length long',
  'OPENAI_API_KEY=… psi ask notes.psi "Who paid for it?" --model openai:gpt-5-mini --max-tokens 20000 --json',
  'psi ask notes.psi "Where was the owner born?" --script "owner of the boats" --script "Edda Voss birthplace"',
];

/** Adds `psi ask`. */
export function askCommand(program: Command, perform: Perform): void {
  const command = program
    .command("ask")
    .summary("answer a question from the passages, with citations")
    .description(
      "Answers a question from the passages, and says where each statement stands. With a model it reads, " +
        "looks up what is missing, and answers; without one the answer is made of the passages' own sentences. " +
        "Exit code 1 when the passages do not tell.",
    )
    .argument("<index>", "the index")
    .argument("<question...>", "the question");
  withScriptOption(withAgentOptions(withModelOptions(command, "reads and answers")));
  withCommonOptions(withPassageOptions(withRetrievalOptions(command)), examples).action(
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
  checkFlags(flags);
  const { stepDisplay } = await import("../step-display.js");
  const display = stepDisplay(session, flags.steps === true);
  const start = performance.now();
  if (flags.model !== undefined) display.status(`Opening ${flags.model}`);
  const opened = await openModel(flags, session.environment);
  try {
    const options = await askOptions(flags, opened);
    const steps: AgentStep[] = [];
    await withIndex(path, embedderChoice(flags), async (index) => {
      for await (const step of index.steps(question, { ...options, signal: session.signal })) {
        steps.push(step);
        display.step(step);
      }
    });
    display.clear();
    const answer = answerIn(steps);
    await print(session, { index: path, question }, answer, steps, start);
    return exitCodeFor(answer);
  } finally {
    display.clear();
    await opened?.close();
  }
}

function checkFlags(flags: AskFlags): void {
  searchChoices(flags);
  checkAgentFlags(flags);
  if (flags.policy === "extractive" && flags.model !== undefined) {
    throw new InvalidArgumentError("--policy extractive asks no model. Leave out --model.");
  }
}

function answerIn(steps: readonly AgentStep[]): AgentAnswer {
  const last = steps.at(-1);
  if (last?.kind === "answer") return last.answer;
  throw new PsiError("model-failed", "The steps ended without an answer.");
}

/** @throws what the model threw, where that ended it: what is known was printed before */
function exitCodeFor({ ending, answered, error }: AgentAnswer): number {
  if (error !== undefined) throw error;
  if (ending === "failed") return exitCodes.fault;
  if (ending === "aborted") return exitCodes.interrupted;
  return answered ? exitCodes.ok : exitCodes.nothingFound;
}

async function print(
  session: Session,
  asked: { readonly index: string; readonly question: string },
  answer: AgentAnswer,
  steps: readonly AgentStep[],
  start: number,
): Promise<void> {
  if (session.json) {
    const { answerDocument } = await import("../render/answer-document.js");
    const seconds = (performance.now() - start) / 1000;
    session.printJson({ ...asked, ...answerDocument(answer, steps), seconds });
    return;
  }
  const { answerPage } = await import("../answer-output.js");
  session.print(...answerPage(session, asked.question, answer, steps));
}
