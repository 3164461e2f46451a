import { createRequire } from "node:module";
import { Command } from "commander";
import type { Perform } from "./command-options.js";
import { askCommand } from "./commands/ask-command.js";
import { chatCommand } from "./commands/chat-command.js";
import { evalCommand } from "./commands/eval-command.js";
import { indexCommand } from "./commands/index-command.js";
import { inspectCommand } from "./commands/inspect-command.js";
import { searchCommand } from "./commands/search-command.js";
import { tuneCommand } from "./commands/tune-command.js";
import { exitCodes, exitCodesHelp } from "./exit-codes.js";
import { Interrupted, takeInterrupts } from "./interrupt.js";
import { type Io, widthOf } from "./io.js";
import { reportError } from "./report-error.js";
import { startSession } from "./session.js";

/**
 * Runs psi once.
 * @param argv the arguments after the program's name
 * @returns the exit code; nothing is thrown
 */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  const interrupts = takeInterrupts();
  let exitCode: number = exitCodes.ok;
  const program = programFor(io, async (flags, work) => {
    exitCode = await work(startSession(io, flags, interrupts));
  });
  try {
    await program.parseAsync([...argv], { from: "user" });
    return exitCode;
  } catch (thrown) {
    // What an aborted call rejects with may be wrapped on its way up.
    const reported = reportError(interrupts.signal.aborted ? new Interrupted() : thrown, {
      json: argv.includes("--json"),
      debug: argv.includes("--debug"),
    });
    io.err.write(reported.text);
    return reported.exitCode;
  } finally {
    interrupts.release();
  }
}

function programFor(io: Io, perform: Perform): Command {
  const program = new Command("psi")
    .description(
      "Retrieval over a hierarchical abstract tree: index files, search them, ask them questions.",
    )
    .version(versionOf(), "--version", "print the version")
    .helpOption("-h, --help", "print this help")
    .helpCommand(false)
    .addHelpText("after", `\n${exitCodesHelp}\n${firstSteps}`)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.out.write(text),
      writeErr: (text) => io.err.write(text),
      getOutHelpWidth: () => widthOf(io.out, io.environment),
      getErrHelpWidth: () => widthOf(io.err, io.environment),
      // Errors are told once, by reportError.
      outputError: () => {},
    });
  for (const add of [
    indexCommand,
    searchCommand,
    askCommand,
    chatCommand,
    inspectCommand,
    evalCommand,
    tuneCommand,
  ]) {
    add(program, perform);
  }
  return program;
}

const firstSteps = `Examples:
  psi index ./notes --out notes.psi
  psi search notes.psi "who paid for the lighthouse"
  psi inspect notes.psi --tree`;

function versionOf(): string {
  // The same relative path from the source and from the built file.
  return (createRequire(import.meta.url)("../package.json") as { version: string }).version;
}
