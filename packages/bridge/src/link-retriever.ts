import {
  type CallOptions,
  type LinkReason,
  type NodeRow,
  type NodeSource,
  PsiError,
  type Retriever,
  requireNumber,
  requireWhole,
  type ScoredNode,
  type TreeNode,
} from "@psi/core";
import { type LinkSeeds, linkSeeds } from "./link-seeds.js";
import type { Links } from "./links.js";
import { personalisedPageRank } from "./page-rank.js";
import { spelledIn, textsOf } from "./spelled-in.js";

export interface LinkRetrieverOptions {
  /** Whose ten best the walk starts from, such as words and tree; at least one. */
  readonly from: readonly Retriever[];
  /** Reads the nodes that are found; the links' rows are their rows. */
  readonly nodes: NodeSource;
  /**
   * How much of each step returns to the seeds, 0 to 1. Left out, .3 for a question of up to twelve words
   * that carry meaning, and more for longer ones, which describe what they look for themselves.
   */
  readonly restart?: number;
  /** Passages that may be found; all when left out. What `from` finds must be among them. */
  readonly accepts?: (row: NodeRow) => boolean;
  /** The prefix of the signals. Default "bridge". */
  readonly name?: string;
}

/** What one question's walk found. */
interface Walked {
  readonly seeds: LinkSeeds;
  /** The seed passages by row, where a reason may point to. */
  readonly origins: ReadonlyMap<number, TreeNode>;
  readonly values: Float64Array;
  readonly best: number;
}

const seedsOfEach = 10;
/** Added to a share of the best value, so that its logarithm is finite. */
const least = 1e-6;

/**
 * Finds passages over links, without a model: from the best of other retrievers, and from the passages that
 * the question names, by personalised PageRank. Signals: "bridge.pagerank", log(1e-6 + value / best value),
 * and "bridge.rank". `reasons` names the strongest link to a passage that the walk started from.
 *
 * @throws PsiError `invalid-option` without retrievers to start from, or for a restart out of range;
 *   `retrieve` for a limit that is no whole number from 1 (10 when left out).
 */
export function linkRetriever(
  links: Links,
  { from, nodes, restart, accepts, name = "bridge" }: LinkRetrieverOptions,
): Retriever {
  if (restart !== undefined) requireNumber("restart", restart, 0, 1);
  if (from.length === 0) {
    throw new PsiError("invalid-option", "from must hold at least one retriever to start from.");
  }
  const walk = async (query: string, call: CallOptions): Promise<Walked> => {
    const asked = { ...call, limit: seedsOfEach };
    const lists = await Promise.all(from.map((each) => each.retrieve(query, asked)));
    call.signal?.throwIfAborted();
    const leaves = lists.map((list) => list.filter(({ node }) => node.row < links.passageCount));
    const seeds = linkSeeds(
      links,
      query,
      leaves.map((list) => list.map(({ node }) => node.row)),
    );
    const values = personalisedPageRank(links, seeds.weights, {
      restart: restart ?? seeds.restart,
    });
    const origins = new Map(leaves.flat().map(({ node }) => [node.row, node]));
    return {
      seeds,
      origins,
      values,
      best: values.reduce((most, value) => Math.max(most, value), 0),
    };
  };
  const signalOf = ({ values, best }: Walked, row: number): number =>
    Math.log(least + (best === 0 ? 0 : (values[row] ?? 0) / best));
  return {
    name,
    async retrieve(query, { limit = 10, signal } = {}) {
      requireWhole("limit", limit, 1);
      signal?.throwIfAborted();
      const call: CallOptions = signal === undefined ? {} : { signal };
      const walked = await walk(query, call);
      const reached = bestFirst(walked.values);
      const rows = (accepts === undefined ? reached : reached.filter(accepts)).slice(0, limit);
      const read = await nodes.read(rows, call);
      signal?.throwIfAborted();
      return read.map((node, place): ScoredNode => {
        const reason = reasonFor(links, walked, node, accepts !== undefined);
        return {
          node,
          score: walked.values[node.row] as number,
          signals: {
            [`${name}.pagerank`]: signalOf(walked, node.row),
            [`${name}.rank`]: place + 1,
          },
          ...(reason && { reasons: [reason] }),
        };
      });
    },
    async score(query, found, { signal } = {}) {
      signal?.throwIfAborted();
      const walked = await walk(query, signal === undefined ? {} : { signal });
      return found.map((each) => ({
        ...each,
        signals: { ...each.signals, [`${name}.pagerank`]: signalOf(walked, each.node.row) },
      }));
    },
  };
}

/** The rows that the walk reached, best first, equal ones by row. */
function bestFirst(values: Float64Array): readonly number[] {
  const reached: number[] = [];
  values.forEach((value, row) => {
    if (value > 0) reached.push(row);
  });
  return reached.sort((a, b) => (values[b] as number) - (values[a] as number) || a - b);
}

/**
 * The strongest link, times what the walk held there at first, to a seed that some retriever found. Its name is
 * spelled as the two passages spell it.
 *
 * @param isFiltered whether other passages must stay unseen: a name that the two spell otherwise is then left out
 */
function reasonFor(
  links: Links,
  { seeds, origins }: Walked,
  node: TreeNode,
  isFiltered: boolean,
): LinkReason | undefined {
  let strongest = 0;
  let from: TreeNode | undefined;
  for (const [seed, weight] of seeds.weights) {
    const origin = origins.get(seed);
    if (seed === node.row || origin === undefined) continue;
    const strength = weight * links.weightBetween(seed, node.row);
    if (strength > strongest) {
      strongest = strength;
      from = origin;
    }
  }
  const shared = from && links.whyLinked(from.row, node.row);
  if (from === undefined || shared === undefined) return undefined;
  const name = spelledIn(shared, textsOf(node, from)) ?? (isFiltered ? undefined : shared);
  return name === undefined ? undefined : { name, from: from.id };
}
