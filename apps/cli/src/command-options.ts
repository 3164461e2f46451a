import { type Command, InvalidArgumentError, Option } from "commander";
import type { CommonFlags, Session } from "./session.js";

/** Runs a command's work in a session, and keeps the exit code that it returns. */
export type Perform = (
  flags: CommonFlags,
  work: (session: Session) => Promise<number>,
) => Promise<void>;

/** Adds the options that every command has, and its examples. */
export function withCommonOptions(command: Command, examples: readonly string[]): Command {
  return command
    .option("--json", "print one JSON document instead of text; errors are a JSON line on stderr")
    .option("--quiet", "no progress and no notes on stderr")
    .addOption(new Option("--debug", "print the stack of an error"))
    .addHelpText("after", `\nExamples:\n${examples.map((line) => `  ${line}`).join("\n")}`);
}

/** Reads an option's value as a whole number of at least `least`. */
export function wholeNumber(least: number): (value: string) => number {
  return (value) => {
    const number = Number(value);
    if (/^\d+$/.test(value) && Number.isSafeInteger(number) && number >= least) return number;
    throw new InvalidArgumentError(`It must be a whole number from ${least}.`);
  };
}

/** The options that choose a chat model. */
export function withModelOptions(command: Command, purpose: string): Command {
  return command
    .option("--model <spec>", `${purpose}: ollama:NAME, openai:NAME[@URL] or gguf:FILE`)
    .option("--base-url <url>", "where the model is served, if not at its usual address");
}

/** How to search, where a command lets the user choose. */
export interface RetrievalFlags {
  readonly retriever?: "hybrid" | "tree" | "words";
  readonly strategy?: "scan" | "descend";
  readonly width?: number;
  readonly embedder?: string;
}

/** The options that choose how to search. */
export function withRetrievalOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        "--retriever <kind>",
        "what searches (default: hybrid where there are vectors)",
      ).choices(["hybrid", "tree", "words"]),
    )
    .addOption(
      new Option(
        "--strategy <kind>",
        "how the tree is searched: every passage, or top down",
      ).choices(["scan", "descend"]),
    )
    .option("--width <n>", "nodes kept in each layer when descending", wholeNumber(1))
    .option("--embedder <folder>", "the embedder's model folder, if the index was made with one");
}

/**
 * The part of the flags that is handed on to a search.
 * @throws InvalidArgumentError when they contradict each other
 */
export function searchChoices({
  retriever,
  strategy,
  width,
}: RetrievalFlags): Omit<RetrievalFlags, "embedder"> {
  if (width !== undefined && strategy !== "descend") {
    throw new InvalidArgumentError("--width is for --strategy descend.");
  }
  if (strategy !== undefined && retriever === "words") {
    throw new InvalidArgumentError(
      "--strategy is for the tree; --retriever words does not look at it.",
    );
  }
  return {
    ...(retriever && { retriever }),
    ...(strategy && { strategy }),
    ...(width !== undefined && { width }),
  };
}

/** The embedder that a search needs: none when only words are looked at. */
export function embedderChoice({
  retriever,
  embedder,
}: RetrievalFlags): string | false | undefined {
  return retriever === "words" ? false : embedder;
}
