import {
  type AbstractGroup,
  estimateTokens,
  type IndexStore,
  indexedText,
  type Passage,
  PsiError,
  type PsiTree,
} from "@psi/core";
import { allocateMatrix, growTree, psiTree } from "@psi/tree";
import type { CurrentState } from "../index-state.js";
import type { EstimateOptions } from "../options.js";
import type { BuildEstimate } from "../psi-index.js";
import { decodeAbstract } from "../store/abstracts.js";
import { abstractKey, embeddingHash, embeddingKey, paidAbstractHash } from "../store/keys.js";
import { readInBlocks } from "../store/pieces.js";
import { decodeVector, missingVectors, readVectors } from "../store/vectors.js";
import { type BuildParts, dimensionsOf } from "./build-index.js";
import { adding, keeping, replacing, updating } from "./change-contents.js";
import { passagesOf } from "./passages-of.js";
import type { StoredPassage } from "./prepare-passages.js";
import { groupAt, parentRows } from "./write-abstracts.js";

/** Parents per passage, where the tree is not known yet (REFERENCE: 0.23 measured on real passages). */
const PARENTS_PER_PASSAGE = 0.23;

/** Words of an upper abstract that is not written yet, for its share in the next prompt. */
const UNWRITTEN = "word ".repeat(80);

const changes = { add: adding, update: updating, replaceAll: replacing };

type Costs = BuildEstimate["abstracts"];

/**
 * What adding some passages would cost, or building again with these parts. Exact about embeddings. The tree
 * is known once all passages are embedded; then each missing abstract is counted, those above a missing one
 * with texts of a usual length in its place.
 */
export async function estimateBuild(
  passages: readonly Passage[] | undefined,
  { newest, damage }: CurrentState,
  parts: BuildParts,
  store: IndexStore,
  { signal, change = "add" }: EstimateOptions,
): Promise<BuildEstimate> {
  if (!Object.hasOwn(changes, change)) {
    const known = Object.keys(changes).join(", ");
    throw new PsiError("invalid-option", `change is one of ${known}; it is "${String(change)}".`);
  }
  const meant = passages === undefined ? keeping() : changes[change](passages);
  const { contents } = meant(() => {
    if (newest === undefined && damage !== undefined) throw damage;
    return newest?.snapshot;
  });
  const stored = await passagesOf(contents, store);
  const texts = stored.map(indexedText);
  const free = { missing: 0, promptTokens: 0, completionTokens: 0 };
  if (parts.embedder === undefined || texts.length === 0) {
    return {
      passages: texts.length,
      embeddings: { missing: 0, tokens: 0 },
      abstracts: free,
      exact: true,
    };
  }
  const { name } = parts.embedder;
  const hashes = texts.map((text) => embeddingHash(name, text));
  const unique = new Map(hashes.map((hash, i) => [hash, texts[i] as string]));
  const { dimensions } = dimensionsOf(newest, parts.embedder);
  const distinct = [...unique.values()];
  const missing = (await missingVectors(store, [...unique.keys()], dimensions)).map(
    (i) => distinct[i] as string,
  );
  signal?.throwIfAborted();
  const embeddings = {
    missing: missing.length,
    tokens: missing.reduce((sum, text) => sum + estimateTokens(text), 0),
  };
  const exact = missing.length === 0;
  const abstracts =
    parts.abstracter === undefined || parts.abstracter.free
      ? free
      : exact
        ? await countAbstracts(stored, await treeOver(hashes, parts, store), parts, store)
        : guessAbstracts(stored, parts);
  return { passages: texts.length, embeddings, abstracts, exact };
}

async function treeOver(
  hashes: readonly string[],
  { maxChildren }: BuildParts,
  store: IndexStore,
): Promise<PsiTree> {
  const [first] = await store.read([embeddingKey(hashes[0] as string)]);
  const vectors = allocateMatrix(hashes.length, decodeVector(first)?.length ?? 0);
  await readVectors(store, hashes, vectors);
  return psiTree(growTree(vectors, { maxChildren }).hierarchy, vectors);
}

/** Looks every abstract up, lowest layer first; one whose children are not all there is missing. */
async function countAbstracts(
  passages: readonly StoredPassage[],
  tree: PsiTree,
  { abstracter }: BuildParts,
  store: IndexStore,
): Promise<Costs> {
  const known: { readonly text: string; readonly written: boolean }[] = [];
  const costs = { missing: 0, promptTokens: 0, completionTokens: 0 };
  for (const rows of parentRows(tree)) {
    const groups = rows.map((row) => groupAt(tree, row, passages, known));
    const keys = groups.map((group) =>
      abstractKey(paidAbstractHash(abstracter?.name ?? "", group)),
    );
    await readInBlocks(store, keys, (bytes, i) => {
      const place = (rows[i] as number) - tree.leafCount;
      const whole = [...tree.children(rows[i] as number)].every(
        (child) => known[child - tree.leafCount]?.written ?? child < tree.leafCount,
      );
      const stored = decodeAbstract(bytes);
      if (stored !== undefined && whole) {
        known[place] = { text: stored.text, written: true };
        return;
      }
      known[place] = { text: UNWRITTEN, written: false };
      const cost = abstracter?.estimate?.(groups[i] as AbstractGroup);
      costs.missing++;
      costs.promptTokens += cost?.promptTokens ?? 0;
      costs.completionTokens += cost?.completionTokens ?? 0;
    });
  }
  return costs;
}

/** As many groups of five neighbours in the list as a tree would have parents. */
function guessAbstracts(passages: readonly StoredPassage[], { abstracter }: BuildParts): Costs {
  const missing = Math.max(1, Math.round(passages.length * PARENTS_PER_PASSAGE));
  const sample = passages.slice(0, 5).map(({ pageContent }) => pageContent);
  const cost = abstracter?.estimate?.({ texts: sample, layer: 1 });
  return {
    missing,
    promptTokens: missing * (cost?.promptTokens ?? 0),
    completionTokens: missing * (cost?.completionTokens ?? 0),
  };
}
