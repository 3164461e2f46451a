import { requireWhole } from "../check.js";
import type { ChatModel, NamedEmbedder } from "../models.js";
import type { Reranker } from "../reranker.js";
import { listOf, type Retriever } from "../retriever.js";
import type { NodeSource, TreeNode } from "../tree.js";

/** A fake embedder that counts what it is asked for. */
export interface CountingEmbedder extends NamedEmbedder {
  /** Every text it has embedded, in order, queries included. */
  readonly embedded: string[];
}

/**
 * An embedder without a model: each word has a direction of its own, a text is the sum of its words, so
 * texts that share words are near. Deterministic, never a zero vector.
 */
export function wordEmbedder(
  options: { readonly dimensions?: number; readonly name?: string } = {},
): CountingEmbedder {
  const dimensions = options.dimensions ?? 32;
  const embedded: string[] = [];
  const embed = (text: string): number[] => {
    embedded.push(text);
    const vector = new Array<number>(dimensions).fill(0);
    for (const word of ["", ...(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])]) {
      let state = seedOf(word);
      for (let i = 0; i < dimensions; i++) {
        state = nextState(state);
        vector[i] = (vector[i] as number) + (state / 2 ** 32 - 0.5);
      }
    }
    return vector;
  };
  return {
    name: options.name ?? `words-${dimensions}`,
    dimensions,
    embedded,
    embedDocuments: async (texts) => texts.map(embed),
    embedQuery: async (text) => embed(text),
  };
}

/** FNV-1a over UTF-16 units. */
function seedOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193);
  return hash >>> 0 || 1;
}

/** One step of xorshift32. */
function nextState(state: number): number {
  let next = state;
  next ^= next << 13;
  next ^= next >>> 17;
  next ^= next << 5;
  return next >>> 0;
}

/** What a scripted model does on one call: says something, throws, or does what a function says. */
export type ScriptedReply =
  | string
  | Error
  | { readonly content: unknown }
  | ((messages: unknown, options: unknown) => Promise<unknown> | unknown);

/** A fake chat model that keeps what it was asked. */
export interface ScriptedModel extends ChatModel {
  readonly name: string;
  /** The messages of every call, in order. */
  readonly calls: unknown[];
}

/** A chat model that replies from a list, in order, and throws when the list is at its end. */
export function scriptedModel(replies: readonly ScriptedReply[], name = "scripted"): ScriptedModel {
  const calls: unknown[] = [];
  const invoke = async (messages: unknown, options: unknown): Promise<unknown> => {
    const reply = replies[calls.length];
    calls.push(messages);
    if (reply === undefined)
      throw new Error(`The script of ${replies.length} replies is at its end.`);
    if (reply instanceof Error) throw reply;
    if (typeof reply === "function") return reply(messages, options);
    return typeof reply === "string" ? { content: reply } : reply;
  };
  return { name, calls, invoke: invoke as unknown as ChatModel["invoke"] };
}

/** A reranker that counts the query's words in each text; texts that share none are left out. */
export function wordOverlapReranker(): Reranker {
  return {
    async rerank(query, texts, { limit, signal } = {}) {
      signal?.throwIfAborted();
      const overlap = overlapWith(query);
      return texts
        .map((text, id) => ({ id, score: overlap(text) }))
        .filter(({ score }) => score > 0)
        .sort((a, b) => b.score - a.score || a.id - b.id)
        .slice(0, limit);
    },
  };
}

/** A retriever that counts the query's words in each text: signals `<name>.overlap`, `<name>.rank`. */
export function wordOverlapRetriever(texts: readonly string[], name = "words"): Retriever {
  const reranker = wordOverlapReranker();
  const source = textNodes(texts);
  return {
    name,
    async retrieve(query, { limit = 10, ...options } = {}) {
      requireWhole("limit", limit, 1);
      const hits = await reranker.rerank(query, texts, { ...options, limit });
      const nodes = await source.read(hits.map(({ id }) => id));
      return listOf(name, "overlap", hits, nodes);
    },
    async score(query, nodes, { signal } = {}) {
      signal?.throwIfAborted();
      const overlap = overlapWith(query);
      return nodes.map((found) => ({
        ...found,
        signals: { ...found.signals, [`${name}.overlap`]: overlap(found.node.text) },
      }));
    },
  };
}

/** Counts the different words that a text shares with a query. */
function overlapWith(query: string): (text: string) => number {
  const wordsOf = (text: string): Set<string> =>
    new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
  const wanted = wordsOf(query);
  return (text) => [...wordsOf(text)].filter((word) => wanted.has(word)).length;
}

/** Nodes in memory: leaf `i` has text `texts[i]` and id `ids[i]`, or "p" and its row. */
export function textNodes(texts: readonly string[], ids?: readonly string[]): NodeSource {
  const nodeAt = (row: number): TreeNode => ({
    row,
    id: ids?.[row] ?? `p${row}`,
    layer: 0,
    text: texts[row] as string,
    metadata: {},
  });
  return {
    async read(rows, { signal } = {}) {
      signal?.throwIfAborted();
      return rows.map(nodeAt);
    },
  };
}
