import type { Abstracter } from "@psi/core";
import { InvalidArgumentError } from "commander";
import type { Io } from "./io.js";
import { type ModelFlags, openModel } from "./models/open-model.js";

/** What can write the texts of upper nodes. */
export const abstractKinds = ["keyphrases", "extractive", "summary", "keywords", "none"] as const;

/** Options that choose who writes the abstracts. */
export interface AbstractFlags extends ModelFlags {
  readonly abstracts?: (typeof abstractKinds)[number];
}

/** An abstracter, or false for none, and what closes the model behind it. */
export interface OpenedAbstracter {
  readonly abstracter: Abstracter | false;
  close(): Promise<void>;
}

/**
 * Makes the abstracter that the flags ask for: keyphrases, or summaries when a model is given.
 * @throws InvalidArgumentError when they contradict each other; what `openModel` throws
 */
export async function openAbstracter(
  flags: AbstractFlags,
  environment: Io["environment"],
): Promise<OpenedAbstracter> {
  const kind = flags.abstracts ?? (flags.model === undefined ? "keyphrases" : "summary");
  const written = kind === "summary" || kind === "keywords";
  if (written && flags.model === undefined) {
    throw new InvalidArgumentError(`--abstracts ${kind} needs a model to write them. Add --model.`);
  }
  if (!written && flags.model !== undefined) {
    throw new InvalidArgumentError(`--abstracts ${kind} uses no model. Leave out --model.`);
  }
  const close = async (): Promise<void> => {};
  if (kind === "none") return { abstracter: false, close };
  const { extractive, keyphrases, keywords, summary } = await import("@psi/abstract");
  if (kind === "keyphrases") return { abstracter: keyphrases(), close };
  if (kind === "extractive") return { abstracter: extractive(), close };
  const opened = await openModel(flags.model as string, flags.baseUrl, environment);
  const write = kind === "summary" ? summary : keywords;
  const { model, contextTokens } = opened;
  return {
    abstracter: write(model, contextTokens === undefined ? {} : { contextWindow: contextTokens }),
    close: () => opened.close(),
  };
}
