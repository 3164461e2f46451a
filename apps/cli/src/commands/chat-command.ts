import type { Command } from "commander";
import { type AgentFlags, checkAgentFlags, withAgentOptions } from "../agent-flags.js";
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
import { openModel } from "../models/open-model.js";
import { withIndex } from "../open-for-reading.js";
import type { CommonFlags, Session } from "../session.js";

interface ChatFlags extends CommonFlags, AgentFlags {}

const examples = [
  "psi chat notes.psi --model ollama:qwen3:8b",
  "psi chat notes.psi --model ollama:qwen3:8b --max-tokens 200000 --timeout 60",
  "psi chat notes.psi --json < questions.txt",
];

/** Adds `psi chat`. */
export function chatCommand(program: Command, perform: Perform): void {
  const command = program
    .command("chat")
    .summary("ask one question after another; a model understands follow-ups")
    .description(
      "Answers one question after another, as psi ask does each. A model turns a follow-up into a question " +
        "that stands alone; without one, each question is taken as it is. --max-tokens and --max-cost hold for " +
        "all of them together, --timeout for each. Questions can be piped in, one a line; --json prints one " +
        "JSON document a line then. Type /help for the commands.",
    )
    .argument("<index>", "the index");
  withAgentOptions(withModelOptions(command, "reads, answers, and understands follow-ups"));
  withCommonOptions(withPassageOptions(withRetrievalOptions(command)), examples).action(
    (index: string, flags: ChatFlags) => perform(flags, (session) => chat(session, index, flags)),
  );
}

async function chat(session: Session, path: string, flags: ChatFlags): Promise<number> {
  searchChoices(flags);
  checkAgentFlags(flags);
  const [{ stepDisplay }, { chatSession }, { startTalk }] = await Promise.all([
    import("../step-display.js"),
    import("../chat-session.js"),
    import("../talk.js"),
  ]);
  const display = stepDisplay(session, flags.steps === true);
  if (flags.model !== undefined) display.status(`Opening ${flags.model}`);
  const opened = await openModel(flags, session.environment);
  try {
    const options = await askOptions(flags, opened);
    return await withIndex(path, embedderChoice(flags), (index) => {
      display.clear();
      return chatSession(session, startTalk(index, options), display);
    });
  } finally {
    display.clear();
    await opened?.close();
  }
}
