import {
  type CallOptions,
  type Embedder,
  type Hit,
  type NodeRow,
  type NodeSource,
  PsiError,
  type PsiTree,
  type Retriever,
  requireNumber,
  requireWhole,
  type ScoredNode,
} from "@psi/core";
import { acceptedNodes } from "./accepted-nodes.js";
import { descend } from "./descend.js";
import { queryVectors } from "./query-vectors.js";
import { mixed, scan } from "./scan.js";
import { scoreLeaves } from "./score-leaves.js";

export interface TreeRetrieverOptions {
  /** Embeds queries, with the model that embedded the passages. */
  readonly embedder: Pick<Embedder, "embedQuery">;
  /** Reads the nodes that are found. */
  readonly nodes: NodeSource;
  /** `scan`, the default, compares with all leaves; `descend` goes down from the top, as in the paper. */
  readonly strategy?: "scan" | "descend";
  /** For `descend`: how many nodes of a layer are kept, from 1; 10 when left out. */
  readonly width?: number;
  /** For `scan`: how much the parent's cosine counts beside a leaf's own, from 0; .2 when left out. */
  readonly parentWeight?: number;
  /** The highest layer of which nodes are returned; 0, leaves only, when left out. */
  readonly upTo?: number;
  /** Leaves that may be found; all when left out. An abstract is, when all its leaves may. */
  readonly accepts?: (row: NodeRow) => boolean;
  /** The prefix of the signals; "tree" when left out. */
  readonly name?: string;
}

/**
 * Finds nodes by their vectors. Signals: "tree.cosine", "tree.rank", and with `scan` and a parentWeight
 * above 0 "tree.score", which is then what orders the list. `score` gives other retrievers' nodes the
 * same, rank apart.
 *
 * @throws PsiError `invalid-option` here; from its methods `embedder-failed`, `dimension-mismatch` and
 * `bad-vector` for the query's vector, `invalid-option` for a limit or a row out of range, `corrupt-index`
 * when the source does not give the nodes it is asked for, and the signal's reason when aborted.
 */
export function treeRetriever(tree: PsiTree, options: TreeRetrieverOptions): Retriever {
  const { embedder, nodes, strategy = "scan", width = 10, upTo = 0, name = "tree" } = options;
  const parentWeight = strategy === "descend" ? 0 : (options.parentWeight ?? 0.2);
  checkOptions(options);
  const vectorOf = queryVectors(embedder);
  const accepted = options.accepts && acceptedNodes(tree, options.accepts);
  const only = accepted === undefined ? {} : { accepted };
  const find = (vector: readonly number[], limit: number): readonly Hit[] =>
    strategy === "descend"
      ? descend(tree, vector, { width, limit, upTo, ...only })
      : scan(tree, vector, { limit, parentWeight, upTo, ...only });
  const signalsOf = (vector: readonly number[], rows: readonly number[]) =>
    signalsFor(tree, vector, rows, parentWeight, name);
  return {
    name,
    async retrieve(query, { limit = 10, signal } = {}) {
      requireWhole("limit", limit, 1);
      signal?.throwIfAborted();
      const vector = await vectorOf(query, callOptions(signal));
      const hits = find(vector, limit);
      const read = await nodes.read(
        hits.map(({ id }) => id),
        callOptions(signal),
      );
      signal?.throwIfAborted();
      const signals = signalsOf(
        vector,
        hits.map(({ id }) => id),
      );
      return hits.map(({ id, score }, position): ScoredNode => {
        const node = read[position];
        if (node?.row !== id) throw missing(id);
        const rank = { [`${name}.rank`]: position + 1 };
        return { node, score, signals: { ...signals[position], ...rank } };
      });
    },
    async score(query, found, { signal } = {}) {
      signal?.throwIfAborted();
      if (found.length === 0) return found;
      const vector = await vectorOf(query, callOptions(signal));
      const signals = signalsOf(
        vector,
        found.map(({ node }) => node.row),
      );
      return found.map((each, position) => ({
        ...each,
        signals: { ...each.signals, ...signals[position] },
      }));
    },
  };
}

function checkOptions({ strategy = "scan", ...options }: TreeRetrieverOptions): void {
  if (strategy !== "scan" && strategy !== "descend") {
    throw new PsiError("invalid-option", `strategy is "scan" or "descend"; it is "${strategy}".`);
  }
  if (typeof options.embedder?.embedQuery !== "function") {
    throw new PsiError(
      "invalid-option",
      "embedder must have embedQuery(text). Pass LangChain Embeddings.",
    );
  }
  if (typeof options.nodes?.read !== "function") {
    throw new PsiError(
      "invalid-option",
      "nodes must have read(rows). Pass the index's node source.",
    );
  }
  requireWhole("width", options.width ?? 10, 1);
  requireNumber("parentWeight", options.parentWeight ?? 0.2, 0);
  requireWhole("upTo", options.upTo ?? 0, 0);
}

/** The signals of some rows, rank apart. */
function signalsFor(
  tree: PsiTree,
  vector: readonly number[],
  rows: readonly number[],
  parentWeight: number,
  name: string,
): readonly Readonly<Record<string, number>>[] {
  const cosines = scoreLeaves(tree, vector, rows);
  if (parentWeight === 0) return rows.map((_, i) => ({ [`${name}.cosine`]: cosines[i]! }));
  const root = tree.parents.length - 1;
  const parents = rows.map((row) => (row === root ? root : tree.parents[row]!));
  const parentCosines = scoreLeaves(tree, vector, parents);
  return rows.map((row, i) => ({
    [`${name}.cosine`]: cosines[i]!,
    [`${name}.score`]: mixed(
      cosines[i]!,
      row === root ? undefined : parentCosines[i]!,
      parentWeight,
    ),
  }));
}

function missing(row: number): PsiError {
  return new PsiError(
    "corrupt-index",
    `The node source did not return node ${row} in its place. Tree and nodes must be of one snapshot.`,
  );
}

function callOptions(signal: AbortSignal | undefined): CallOptions {
  return signal === undefined ? {} : { signal };
}
