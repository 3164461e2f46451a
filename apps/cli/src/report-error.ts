import { inspect } from "node:util";
import { isPsiError, maskSecrets, type PsiErrorCode } from "@psi/core";
import { CommanderError, InvalidArgumentError } from "commander";
import { exitCodeFor, exitCodes } from "./exit-codes.js";
import { Interrupted } from "./interrupt.js";
import { jsonText } from "./render/json-text.js";
import { plainLines } from "./render/plain-text.js";

/** What to tell the user about something thrown. */
export interface ErrorReport {
  readonly exitCode: number;
  /** For standard error, with its line break; empty when all is said already. */
  readonly text: string;
}

/** How to do with psi what the packages' messages advise. */
const hints: Readonly<Partial<Record<PsiErrorCode, string>>> = {
  "incompatible-index":
    "\nOn the command line, --embedder <folder> names an embedder's model folder.",
};

interface Told {
  readonly code: string;
  readonly message: string;
  readonly exitCode: number;
}

/**
 * Words for an error, as text or as one line of JSON, and the exit code that goes with it. Passwords and keys
 * that an error holds are masked: what is printed may be pasted into a report.
 */
export function reportError(
  thrown: unknown,
  { json, debug }: { readonly json: boolean; readonly debug: boolean },
): ErrorReport {
  const { code, message: said, exitCode } = told(thrown);
  if (said === "") return { exitCode, text: "" };
  const message = maskSecrets(said);
  const stack = debug ? maskSecrets(inspect(thrown)) : undefined;
  const text = json
    ? jsonText({ error: { code, message, ...(stack !== undefined && { stack }) } })
    : [`psi: ${plainLines(message)}`, ...(stack === undefined ? [] : [plainLines(stack)])].join(
        "\n",
      );
  return { exitCode, text: `${text}\n` };
}

function told(thrown: unknown): Told {
  if (thrown instanceof Interrupted) {
    return {
      code: "interrupted",
      message: "Interrupted. What was done until now is kept; the same command goes on from there.",
      exitCode: exitCodes.interrupted,
    };
  }
  if (thrown instanceof CommanderError) return usageError(thrown);
  if (isPsiError(thrown)) {
    const message = withCause(thrown) + (hints[thrown.code] ?? "");
    return { code: thrown.code, message, exitCode: exitCodeFor(thrown.code) };
  }
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return {
    code: "unexpected",
    message: `${message}\nThis is a fault of psi. Run the command again with --debug and report what it prints.`,
    exitCode: exitCodes.fault,
  };
}

/** Help and version are no errors, and have been printed. */
function usageError(error: CommanderError): Told {
  if (error.exitCode === 0) return { code: error.code, message: "", exitCode: exitCodes.ok };
  const help = error.code === "commander.help";
  const message = error.message.replace(/^error: /, "");
  const hint = error instanceof InvalidArgumentError ? "" : "\nAdd --help to see what there is.";
  return { code: "bad-usage", message: help ? "" : message + hint, exitCode: exitCodes.badInput };
}

/** The message, and what was thrown below, where that says more. */
function withCause(error: Error): string {
  const cause = error.cause;
  const below = cause instanceof Error ? cause.message : undefined;
  return below === undefined || below === "" || error.message.includes(below)
    ? error.message
    : `${error.message}\nBecause: ${below}`;
}
