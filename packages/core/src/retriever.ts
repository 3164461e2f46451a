import type { CallOptions } from "./models.js";
import type { NodeRow, TreeNode } from "./tree.js";

/** What an index finds. Higher scores are better. */
export interface Hit {
  readonly id: NodeRow;
  readonly score: number;
}

/** Why a node was found over a link to another: the name that both have, and what the other says of it. */
export interface LinkReason {
  readonly name: string;
  /** Id of the node that it was reached from. */
  readonly from: string;
  /** The sentence of that node in which the name stands, where one was looked for. */
  readonly sentence?: string;
}

/** What a retriever finds. Higher scores are better; scores of different queries are not comparable. */
export interface ScoredNode {
  readonly node: TreeNode;
  readonly score: number;
  /**
   * What each retriever saw, by name: "sparse.bm25", "tree.cosine". A retriever that lists the node adds
   * its rank, from 1, as "sparse.rank", "tree.rank".
   */
  readonly signals?: Readonly<Record<string, number>>;
  /** Over which links it was found, where it was. */
  readonly reasons?: readonly LinkReason[];
  /** Ids of other passages of the same text, which this one stands for. Left out where there are none. */
  readonly duplicates?: readonly string[];
}

export interface RetrieveOptions extends CallOptions {
  /** The most nodes to return, from 1. */
  readonly limit?: number;
}

/** Anything that finds nodes for a query: tree search, keyword search, or both. */
export interface Retriever {
  /** The prefix of its signals, such as "tree". */
  readonly name: string;
  /** The best nodes, best first; fewer than `limit` when fewer match. */
  retrieve(query: string, options?: RetrieveOptions): Promise<readonly ScoredNode[]>;
  /** Adds this retriever's signals, rank apart, to nodes that another one found. Same nodes, same order. */
  score?(
    query: string,
    nodes: readonly ScoredNode[],
    options?: CallOptions,
  ): Promise<readonly ScoredNode[]>;
}

/** The names of the retrievers in whose lists a node stood, in alphabetical order. */
export function foundBy(found: Pick<ScoredNode, "signals">): readonly string[] {
  return Object.keys(found.signals ?? {})
    .filter((name) => name.endsWith(".rank"))
    .map((name) => name.slice(0, -".rank".length))
    .sort();
}

/**
 * Turns an index's hits into a retriever's list: reads the nodes, writes signals `<name>.<measure>` and
 * `<name>.rank`.
 */
export function listOf(
  name: string,
  measure: string,
  hits: readonly Hit[],
  nodes: readonly TreeNode[],
): readonly ScoredNode[] {
  return hits.map((hit, position) => ({
    node: nodes[position] as TreeNode,
    score: hit.score,
    signals: { [`${name}.${measure}`]: hit.score, [`${name}.rank`]: position + 1 },
  }));
}
