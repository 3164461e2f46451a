import type { RetrieveOptions, Retriever, ScoredNode } from "@psi/core";

/** A retriever for tests that keeps what it was asked, and may wait before it answers. */
export interface FakeRetriever extends Retriever {
  readonly calls: { readonly query: string; readonly options: RetrieveOptions }[];
  /** How many calls were under way at once, at most. */
  readonly busiest: () => number;
}

/** @param options.wait what to do before the answer; it may ignore the signal, as careless parts do. */
export function fakeRetriever(
  found: readonly ScoredNode[],
  options: { readonly wait?: (options: RetrieveOptions) => Promise<unknown> } = {},
): FakeRetriever {
  const calls: FakeRetriever["calls"] = [];
  let busy = 0;
  let busiest = 0;
  return {
    name: "fake",
    calls,
    busiest: () => busiest,
    async retrieve(query, given = {}) {
      calls.push({ query, options: given });
      busiest = Math.max(busiest, ++busy);
      try {
        await options.wait?.(given);
        return found.slice(0, given.limit);
      } finally {
        busy--;
      }
    },
  };
}

/** A node that was found, as retrievers give it. */
export function foundNode(
  id: string,
  score: number,
  more: {
    readonly text?: string;
    readonly metadata?: Record<string, unknown>;
    readonly signals?: Record<string, number>;
  } = {},
): ScoredNode {
  const { text = `Text of ${id}.`, metadata = {}, signals = {} } = more;
  return { node: { row: 0, id, layer: 0, text, metadata }, score, signals };
}
