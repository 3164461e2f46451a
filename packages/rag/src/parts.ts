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
import type { IndexOptions } from "./options.js";

/** The parts of an index, defaults filled in and checked. */
export interface Parts extends BuildParts {
  readonly fuse: Fusion;
  readonly candidates: number;
  readonly rememberQueries: boolean;
  /** Whether the embedder is known by its model, for want of a name of its own or of the caller's. */
  readonly namedByModel: boolean;
  /** Gives back what was made here; parts that the caller passed stay the caller's. */
  close(): Promise<void>;
}

/**
 * Fills in the defaults. The local embedder and the abstracter are loaded only when they are wanted.
 * @throws PsiError `invalid-option`, `missing-dependency`
 */
export async function resolveParts(options: IndexOptions): Promise<Parts> {
  const maxChildren = requireWhole("maxChildren", options.maxChildren ?? 40, 2);
  const candidates = requireWhole("candidates", options.candidates ?? 60, 1);
  const { abstracter, tokenizer = multilingual(), names: extractor = names() } = options;
  if (abstracter) requireMethods("abstracter", abstracter, ["abstract"]);
  requireMethods("tokenizer", tokenizer, ["tokenize"]);
  if (extractor !== false) requireMethods("names", extractor, ["extract"]);
  const fuse = options.fuse ?? shippedFusion();
  if (typeof fuse !== "function") {
    throw new PsiError("invalid-option", "fuse must be a function, such as reciprocalRank().");
  }
  const { embedder, close } = await resolveEmbedder(options.embedder);
  return {
    embedder: embedder && { embedder, name: options.embedderName ?? identityOf(embedder) },
    namedByModel: options.embedderName === undefined && !hasOwnName(embedder),
    abstracter: await resolveAbstracter(abstracter),
    tokenizer,
    maxChildren,
    candidates,
    names: extractor === false ? undefined : extractor,
    fuse,
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
  requireMethods("embedder", given, ["embedDocuments", "embedQuery"]);
  return { embedder: given, close: nothing };
}

async function resolveAbstracter(
  given: Abstracter | false | undefined,
): Promise<Abstracter | undefined> {
  if (given !== undefined) return given === false ? undefined : given;
  const { keyphrases } = await import("@psi/abstract");
  return keyphrases();
}

/** @throws PsiError `invalid-option` for a part that lacks a method */
function requireMethods(option: string, part: unknown, methods: readonly string[]): void {
  const given = (part ?? {}) as Readonly<Record<string, unknown>>;
  if (methods.every((method) => typeof given[method] === "function")) return;
  throw new PsiError(
    "invalid-option",
    `${option} must be an object with ${methods.join(" and ")}.`,
  );
}

/** An embedder's name, and its width where one model can have several. */
function identityOf(embedder: Embedder): string {
  const name = partName(embedder, "embedderName");
  const { dimensions } = embedder as { readonly dimensions?: unknown };
  // A name of its own says all; LangChain's embedders name only their model.
  return hasOwnName(embedder) || typeof dimensions !== "number" ? name : `${name}/${dimensions}`;
}

function hasOwnName(embedder: Embedder | undefined): boolean {
  return typeof (embedder as { readonly name?: unknown } | undefined)?.name === "string";
}
