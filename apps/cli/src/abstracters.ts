import type { Abstracter } from "@psi/core";
import { InvalidArgumentError } from "commander";
import type { Io } from "./io.js";
import { type ModelFlags, openModel } from "./models/open-model.js";
import type { OpenedModel } from "./models/opened-model.js";

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
  checkKind(flags);
  const opened = await openModel(flags, environment);
  const close = async (): Promise<void> => opened?.close();
  const kind = flags.abstracts ?? (opened === undefined ? "keyphrases" : "summary");
  if (kind === "none") return { abstracter: false, close };
  const { extractive, keyphrases, keywords, summary } = await import("@psi/abstract");
  if (kind === "keyphrases") return { abstracter: keyphrases(), close };
  if (kind === "extractive") return { abstracter: extractive(), close };
  const write = kind === "summary" ? summary : keywords;
  const { model, contextTokens } = opened as OpenedModel;
  return {
    abstracter: write(model, contextTokens === undefined ? {} : { contextWindow: contextTokens }),
    close,
  };
}

function checkKind({ abstracts, model }: AbstractFlags): void {
  if (abstracts === undefined) return;
  const written = abstracts === "summary" || abstracts === "keywords";
  if (written && model === undefined) {
    throw new InvalidArgumentError(
      `--abstracts ${abstracts} needs a model to write them. Add --model.`,
    );
  }
  if (!written && model !== undefined) {
    throw new InvalidArgumentError(`--abstracts ${abstracts} uses no model. Leave out --model.`);
  }
}
