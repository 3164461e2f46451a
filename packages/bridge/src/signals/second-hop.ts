import {
  type CallOptions,
  dot,
  type Hit,
  indexedText,
  listOf,
  type NodeSource,
  type Retriever,
  remembered,
  requireWhole,
  type ScoredNode,
} from "@psi/core";

/** What embeds a second query, and what it is held against. */
export interface SecondHopVectors {
  /** Unit length, as those of the leaves. */
  embed(text: string, options?: CallOptions): Promise<Float32Array>;
  /** The leaves nearest to a vector, best first. */
  nearest(vector: Float32Array, limit: number): readonly Hit[];
  /** A leaf's vector, unit length. */
  leaf(row: number): Float32Array;
}

export interface SecondHopOptions {
  /** Finds what is taken for read: its five best. */
  readonly from: Retriever;
  readonly vectors: SecondHopVectors;
  readonly nodes: NodeSource;
  /** The prefix of the signals; "hop" when left out. */
  readonly name?: string;
}

/** A question read together with one passage that was found for it. */
interface Hop {
  readonly row: number;
  readonly vector: Float32Array;
  /** The same without most of what the passage itself says. */
  readonly beyond: Float32Array;
}

/** How many passages are taken for read. */
const READ = 5;
/** The part of a read passage's vector that is taken away: what is asked beyond it. */
const KNOWN = 0.6;

/**
 * Finds passages by what is asked once the best have been read: the question is embedded together with each
 * of the five best passages, and a passage counts by the one that is nearest to it (the design's "second
 * hop"). Five more embedder calls a question; O(leaves x dimensions) beside them.
 */
export function secondHopRetriever(options: SecondHopOptions): Retriever {
  const { from, vectors, nodes, name = "hop" } = options;
  const hopsOf = remembered((query, call: CallOptions) => hopsFrom(query, from, vectors, call));
  return {
    name,
    async retrieve(query, { limit = 10, signal } = {}) {
      requireWhole("limit", limit, 1);
      signal?.throwIfAborted();
      const hops = await hopsOf(query, signal === undefined ? {} : { signal });
      const best = nearestToAny(hops, vectors, limit);
      return listOf(name, "near", best, await nodes.read(best.map(({ id }) => id)));
    },
    async score(query, candidates, call = {}) {
      call.signal?.throwIfAborted();
      const hops = await hopsOf(query, call);
      return candidates.map((candidate): ScoredNode => {
        const { row, layer } = candidate.node;
        if (layer > 0) return candidate;
        const signals = hopSignals(row, vectors.leaf(row), hops, name);
        return { ...candidate, signals: { ...candidate.signals, ...signals } };
      });
    },
  };
}

async function hopsFrom(
  query: string,
  from: Retriever,
  vectors: SecondHopVectors,
  call: CallOptions,
): Promise<readonly Hop[]> {
  const read = await from.retrieve(query, { ...call, limit: READ });
  return Promise.all(
    read.map(async ({ node }): Promise<Hop> => {
      const passage = indexedText({ pageContent: node.text, metadata: node.metadata });
      const vector = await vectors.embed(`${query}\n${passage}`, call);
      const own = vectors.leaf(node.row);
      const rest = vector.map((value, i) => value - KNOWN * (own[i] as number));
      const length = Math.sqrt(dot(rest, rest));
      return { row: node.row, vector, beyond: rest.map((value) => value / (length || 1)) };
    }),
  );
}

/** The leaves nearest to any of the hops, what was read apart: it is near to itself. */
function nearestToAny(
  hops: readonly Hop[],
  { nearest }: SecondHopVectors,
  limit: number,
): readonly Hit[] {
  const best = new Map<number, number>();
  for (const { row, vector } of hops) {
    for (const { id, score } of nearest(vector, limit + 1)) {
      if (id !== row) best.set(id, Math.max(best.get(id) ?? -1, score));
    }
  }
  return [...best]
    .map(([id, score]) => ({ id, score }))
    .sort((a, b) => b.score - a.score || a.id - b.id)
    .slice(0, limit);
}

function hopSignals(
  row: number,
  leaf: Float32Array,
  hops: readonly Hop[],
  name: string,
): Record<string, number> {
  let near = -1;
  let beyond = -1;
  let sum = 0;
  let others = 0;
  for (const hop of hops) {
    if (hop.row === row) continue;
    const cosine = dot(hop.vector, leaf);
    near = Math.max(near, cosine);
    beyond = Math.max(beyond, dot(hop.beyond, leaf));
    sum += cosine;
    others++;
  }
  if (others === 0) return { [`${name}.near`]: 0, [`${name}.beyond`]: 0, [`${name}.mean`]: 0 };
  return { [`${name}.near`]: near, [`${name}.beyond`]: beyond, [`${name}.mean`]: sum / others };
}
