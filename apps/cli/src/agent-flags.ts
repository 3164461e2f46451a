import { type Command, InvalidArgumentError, Option } from "commander";
import {
  type PassageFlags,
  positiveNumber,
  type RetrievalFlags,
  wholeNumber,
} from "./command-options.js";
import type { ModelFlags } from "./models/open-model.js";

/** How a question can be answered. */
export const policyKinds = [
  "read-and-answer",
  "single-pass",
  "interleave",
  "decompose",
  "extractive",
] as const;

/** The options of the commands that answer questions. */
export interface AgentFlags extends RetrievalFlags, PassageFlags, ModelFlags {
  readonly limit: number;
  readonly policy?: (typeof policyKinds)[number];
  readonly answerLength?: "short" | "medium" | "long";
  readonly protocol?: "auto" | "tools" | "text";
  readonly maxRetrievals?: number | "auto";
  readonly maxTokens?: number;
  readonly maxCost?: number;
  readonly pricePrompt?: number;
  readonly priceCompletion?: number;
  readonly timeout?: number;
  readonly steps?: true;
  /** Queries to look up, one a round, instead of those that a policy would write. */
  readonly script?: readonly string[];
}

/** Node's timers hold 2^31 - 1 milliseconds. */
const longestTimeout = 2_147_483;

/** Adds the options that say how a question is answered, and within which limits. */
export function withAgentOptions(command: Command): Command {
  return command
    .option("--limit <n>", "the most passages that one query finds", wholeNumber(1), 5)
    .addOption(
      new Option(
        "--policy <kind>",
        "how it is answered (default: read-and-answer with a model, extractive without)",
      ).choices(policyKinds),
    )
    .addOption(
      new Option(
        "--answer-length <kind>",
        "a few words, some sentences, or a summary (default: short with a model, medium without)",
      ).choices(["short", "medium", "long"]),
    )
    .option(
      "--max-retrievals <n>",
      "the most rounds of looking up, or auto: as many as the question seems to need (default: 3)",
      roundsOrAuto,
    )
    .option("--max-tokens <n>", "stop before the model has read and written more", wholeNumber(1))
    .option(
      "--max-cost <money>",
      "stop before it has cost more, in the unit of the prices",
      positiveNumber({ zero: true }),
    )
    .option(
      "--price-prompt <money>",
      "of a million tokens that the model reads",
      positiveNumber({ zero: true }),
    )
    .option(
      "--price-completion <money>",
      "of a million tokens that it writes",
      positiveNumber({ zero: true }),
    )
    .option("--timeout <seconds>", "stop a question after so long", seconds)
    .option("--reply-tokens <n>", "the most tokens of one reply of the model", wholeNumber(1))
    .addOption(
      new Option(
        "--protocol <kind>",
        "whether the model calls tools or writes text (default: auto, what it can)",
      ).choices(["auto", "tools", "text"]),
    )
    .option("--steps", "print each step to standard error as it comes");
}

/** Adds the option that stands for a policy's own queries. */
export function withScriptOption(command: Command): Command {
  return command.option(
    "--script <query>",
    "look this up instead of what the policy would; repeated: one a round",
    (query: string, before: readonly string[] = []) => [...before, query],
  );
}

function roundsOrAuto(value: string): number | "auto" {
  if (value === "auto") return value;
  try {
    return wholeNumber(1)(value);
  } catch {
    throw new InvalidArgumentError("It must be a whole number from 1, or auto.");
  }
}

function seconds(value: string): number {
  const number = positiveNumber({ zero: false })(value);
  if (number <= longestTimeout) return number;
  throw new InvalidArgumentError(`It must be at most ${longestTimeout}.`);
}

/** What only limits, or asks, a model. */
const forModels = [
  ["maxTokens", "--max-tokens"],
  ["maxCost", "--max-cost"],
  ["pricePrompt", "--price-prompt"],
  ["priceCompletion", "--price-completion"],
  ["replyTokens", "--reply-tokens"],
  ["protocol", "--protocol"],
] as const;

/**
 * Checks that the flags go together: one that would do nothing is a mistake.
 * @throws InvalidArgumentError
 */
export function checkAgentFlags(flags: AgentFlags): void {
  const { model, policy, script, maxCost, pricePrompt, priceCompletion } = flags;
  const kind = policy ?? (model === undefined ? "extractive" : "read-and-answer");
  if (kind !== "extractive" && model === undefined) {
    throw new InvalidArgumentError(`--policy ${kind} needs a model to ask. Add --model.`);
  }
  const unused = forModels.find(([flag]) => model === undefined && flags[flag] !== undefined);
  if (unused !== undefined) {
    throw new InvalidArgumentError(`${unused[1]} is for a model. Add --model, or leave it out.`);
  }
  if (flags.protocol !== undefined && kind !== "read-and-answer") {
    throw new InvalidArgumentError(
      `--protocol is for --policy read-and-answer; ${kind} has no tools to call.`,
    );
  }
  if (flags.maxRetrievals !== undefined && script === undefined && looksUpOnce.has(kind)) {
    throw new InvalidArgumentError(
      `--max-retrievals limits policies that look up several times; ${kind} does it once.`,
    );
  }
  if ((pricePrompt === undefined) !== (priceCompletion === undefined)) {
    throw new InvalidArgumentError("Give both --price-prompt and --price-completion.");
  }
  if (maxCost !== undefined && pricePrompt === undefined) {
    throw new InvalidArgumentError(
      "--max-cost needs prices. Give --price-prompt and --price-completion.",
    );
  }
}

const looksUpOnce: ReadonlySet<string> = new Set(["single-pass", "extractive"]);
