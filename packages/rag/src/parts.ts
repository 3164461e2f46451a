import { names } from "@psi/bridge";
import {
  type Abstracter,
  type Embedder,
  type Fusion,
  PsiError,
  partName,
  requireWhole,
} from "@psi/core";
import { shippedFusion } from "@psi/fusion";
import { multilingual } from "@psi/sparse";
import type { BuildParts } from "./build/build-index.js";
import type { IndexOptions } from "./psi-index.js";

/** The parts of an index, defaults filled in and checked. */
export interface Parts extends BuildParts {
  readonly fuse: Fusion;
  readonly candidates: number;
  readonly rememberQueries: boolean;
  /** Gives back what was made here; parts that the caller handed in stay the caller's. */
  close(): Promise<void>;
}

/**
 * Fills in the defaults. The local embedder and the abstracter are loaded only when they are wanted.
 * @throws PsiError `invalid-option`, `missing-dependency`
 */
export async function resolveParts(options: IndexOptions): Promise<Parts> {
  const maxChildren = requireWhole("maxChildren", options.maxChildren ?? 40, 2);
  const candidates = requireWhole("candidates", options.candidates ?? 60, 1);
  const { embedder, close } = await resolveEmbedder(options.embedder);
  return {
    embedder: embedder && { embedder, name: options.embedderName ?? identityOf(embedder) },
    abstracter: await resolveAbstracter(options.abstracter),
    tokenizer: options.tokenizer ?? multilingual(),
    maxChildren,
    candidates,
    names: options.names === false ? undefined : (options.names ?? names()),
    fuse: options.fuse ?? shippedFusion(),
    rememberQueries: options.rememberQueries ?? false,
    close,
  };
}

async function resolveEmbedder(
  given: Embedder | false | undefined,
): Promise<{ readonly embedder: Embedder | undefined; close(): Promise<void> }> {
  const nothing = async (): Promise<void> => {};
  if (given === false) return { embedder: undefined, close: nothing };
  if (given === undefined) {
    const { localEmbedder } = await import("@psi/embed");
    const embedder = localEmbedder();
    return { embedder, close: () => embedder.close() };
  }
  if (typeof given.embedDocuments !== "function" || typeof given.embedQuery !== "function") {
    throw new PsiError(
      "invalid-option",
      "embedder must have embedDocuments and embedQuery, as LangChain's Embeddings do.",
    );
  }
  return { embedder: given, close: nothing };
}

async function resolveAbstracter(
  given: Abstracter | false | undefined,
): Promise<Abstracter | undefined> {
  if (given !== undefined) return given === false ? undefined : given;
  const { keyphrases } = await import("@psi/abstract");
  return keyphrases();
}

/** An embedder's name, and its width where one model can have several. */
function identityOf(embedder: Embedder): string {
  const { dimensions, name } = embedder as {
    readonly dimensions?: unknown;
    readonly name?: unknown;
  };
  const told = partName(embedder, "embedderName");
  // A name of its own says all; LangChain's embedders name only their model.
  return typeof name !== "string" && typeof dimensions === "number"
    ? `${told}/${dimensions}`
    : told;
}
