import type { MetadataFilter, RetrieverKind } from "@psi/rag";
import { type Command, InvalidArgumentError, Option } from "commander";
import { checkFusion, type FusionFlags } from "./fusion-choice.js";
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

/** Reads an option's value as a number that is more than 0, or, where allowed, 0. */
export function positiveNumber(allowed: { readonly zero: boolean }): (value: string) => number {
  return (value) => {
    const number = Number(value);
    const written = /^(?:\d+\.?\d*|\.\d+)$/.test(value) && Number.isFinite(number);
    if (written && (allowed.zero || number > 0)) return number;
    throw new InvalidArgumentError(
      allowed.zero ? "It must be a number from 0." : "It must be a number above 0.",
    );
  };
}

/** The options that choose a chat model. */
export function withModelOptions(command: Command, purpose: string): Command {
  return command
    .option("--model <spec>", `${purpose}: ollama:NAME, openai:NAME[@URL] or gguf:FILE`)
    .option("--base-url <url>", "where the model is served, if not at its usual address");
}

/** How to search, where a command lets the user choose. */
export interface RetrievalFlags extends FusionFlags {
  readonly retriever?: RetrieverKind;
  readonly strategy?: "scan" | "descend";
  readonly width?: number;
  readonly embedder?: string;
}

/** The options that choose how to search. `more` are retrievers that only one command knows. */
export function withRetrievalOptions(command: Command, more: readonly string[] = []): Command {
  return command
    .addOption(
      new Option(
        "--retriever <kind>",
        "what searches (default: hybrid, of all that the index has)",
      ).choices(["hybrid", "tree", "words", "links", ...more]),
    )
    .addOption(
      new Option(
        "--fuse <kind>",
        "how the hybrid merges its lists: by weights over all signals, or by ranks (default: learned)",
      ).choices(["learned", "rrf"]),
    )
    .option("--weights <file>", "weights that psi tune wrote, instead of those that ship")
    .addOption(
      new Option(
        "--strategy <kind>",
        "how the tree is searched: every passage, or top down",
      ).choices(["scan", "descend"]),
    )
    .option("--width <n>", "nodes kept in each layer when descending", wholeNumber(1))
    .option("--embedder <folder>", "the embedder's model folder, if the index was made with one");
}

/** What is looked for besides, where one index is searched and nothing measured. */
export interface PassageFlags {
  readonly filter?: MetadataFilter;
  readonly secondHop?: true;
}

/** The options that say which passages may be found, and how far it is worth going. */
export function withPassageOptions(command: Command): Command {
  return command
    .option(
      "--filter <field=value>",
      "only passages with this metadata, such as source=notes.md, or tags=red for a list with red in it; repeated: any value of a field, all fields",
      filterWith,
    )
    .option(
      "--second-hop",
      "embed the question once more with each of the five best passages, for what is asked beyond them",
    );
}

/**
 * Adds one `field=value` to a filter. A value that JSON reads as a number, true, false or null matches that and
 * the text: 1984 is "1984" and 1984, 007 is a text alone.
 */
export function filterWith(given: string, before: MetadataFilter = {}): MetadataFilter {
  const [, field, value] = /^([^=]+)=(.*)$/s.exec(given) ?? [];
  if (field === undefined || value === undefined) {
    throw new InvalidArgumentError("It must be a field, an equals sign and a value.");
  }
  const others = Object.hasOwn(before, field) ? [before[field]].flat() : [];
  return { ...before, [field]: [...others, value, ...typedValues(value)] as readonly string[] };
}

function typedValues(text: string): readonly unknown[] {
  if (!/^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)$/.test(text)) return [];
  const value: unknown = JSON.parse(text);
  return typeof value === "number" && !Number.isFinite(value) ? [] : [value];
}

/**
 * The part of the flags that a search takes.
 * @throws InvalidArgumentError when they contradict each other
 */
export function searchChoices(
  flags: RetrievalFlags & PassageFlags,
): Pick<RetrievalFlags, "retriever" | "strategy" | "width"> & PassageFlags {
  const { retriever, strategy, width, filter, secondHop } = flags;
  checkFusion(flags, retriever);
  if (width !== undefined && strategy !== "descend") {
    throw new InvalidArgumentError("--width is for --strategy descend.");
  }
  if (strategy !== undefined && (retriever === "words" || retriever === "links")) {
    throw new InvalidArgumentError(
      `--strategy is for the tree; --retriever ${retriever} does not search it.`,
    );
  }
  if (secondHop && retriever !== undefined && retriever !== "hybrid") {
    throw new InvalidArgumentError(
      `--second-hop is for the hybrid; --retriever ${retriever} has one list.`,
    );
  }
  return {
    ...(filter && { filter }),
    ...(secondHop && { secondHop }),
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
