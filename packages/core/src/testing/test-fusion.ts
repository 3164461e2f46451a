import assert from "node:assert/strict";
import type { Fusion } from "../fusion.js";
import type { ScoredNode } from "../retriever.js";
import { assertAborts, assertBestFirst, assertOnce, assertRejects, frozen } from "./asserting.js";
import { type ContractCase, casesOf, type Make, type Rules } from "./contract.js";
import { oddTexts } from "./odd-texts.js";

const query = "which bridge crosses the river";

/**
 * The contract of `Fusion`.
 *
 * @param make a fusion of the signals "a.score" and "b.score", or of whatever it reads.
 */
export function testFusion(make: Make<Fusion>): readonly ContractCase[] {
  return casesOf(make, rules).map(({ name, run }) => ({ name: `fusion: ${name}`, run }));
}

const rules: Rules<Fusion> = {
  "returns nodes of the lists, each once, best first": async (fuse) => {
    const lists = twoLists();
    const fused = await fuse(query, lists);
    assert.ok(fused.length > 0, "nothing is left");
    assertMerged(fused, lists);
  },
  "gives a node of several lists the signals of all": async (fuse) => {
    const fused = await fuse(query, twoLists());
    for (const { node, signals = {} } of fused) {
      const listed = twoLists().flatMap((list) =>
        list.filter((other) => other.node.id === node.id),
      );
      for (const [name, value] of listed.flatMap((other) => Object.entries(other.signals ?? {}))) {
        assert.equal(signals[name], value, `node ${node.id} lost its signal ${name}`);
      }
    }
  },
  "returns no more than the limit, the best ones": async (fuse) => {
    const all = await fuse(query, twoLists());
    for (const limit of [1, 2, 1_000]) {
      const fused = await fuse(query, twoLists(), { limit });
      assert.deepEqual(idsOf(fused), idsOf(all).slice(0, limit));
    }
  },
  "refuses a limit that is not a whole number from 1": async (fuse) => {
    for (const limit of [0, -1, 1.5, Number.NaN]) {
      await assertRejects("invalid-option", () => fuse(query, twoLists(), { limit }));
    }
  },
  "takes no lists, empty lists, and one list": async (fuse) => {
    assert.deepEqual([...(await fuse(query, []))], []);
    assert.deepEqual([...(await fuse(query, [[], []], { limit: 3 }))], []);
    const [list = []] = twoLists();
    assertMerged(await fuse(query, [list]), [list]);
    assertMerged(await fuse(query, [[], list, []]), [list]);
  },
  "takes nodes without signals, and signals that are not finite": async (fuse) => {
    const bare = listOf("a", ["p1", "p2"]).map(({ node, score }) => ({ node, score }));
    const broken = listOf("b", ["p2", "p3", "p4"]).map((found, position) => ({
      ...found,
      signals: { "b.score": [Number.NaN, Number.POSITIVE_INFINITY, 1][position] as number },
    }));
    assertMerged(await fuse(query, [bare, broken]), [bare, broken]);
    assertMerged(await fuse(query, [bare]), [bare]);
  },
  "takes any query": async (fuse) => {
    for (const odd of oddTexts) assertMerged(await fuse(odd, twoLists()), twoLists());
  },
  "takes long lists": async (fuse) => {
    const ids = Array.from({ length: 20_000 }, (_, i) => `p${i}`);
    const lists = [listOf("a", ids), listOf("b", [...ids].reverse())];
    assertMerged(await fuse(query, lists, { limit: 10 }), lists);
  },
  "rejects with the reason of an aborted signal": async (fuse) => {
    await assertAborts((signal) => fuse(query, twoLists(), { signal }));
  },
};

/** Two lists that share two nodes; nobody may change them. */
function twoLists(): readonly (readonly ScoredNode[])[] {
  return [listOf("a", ["p1", "p2", "p3"]), listOf("b", ["p4", "p3", "p1", "p5"])];
}

function listOf(name: string, ids: readonly string[]): readonly ScoredNode[] {
  return frozen(
    ids.map((id, position) => ({
      node: {
        row: Number(id.slice(1)),
        id,
        layer: 0,
        text: `Bridge ${id} crosses the river.`,
        metadata: {},
      },
      score: 1 / (position + 1),
      signals: { [`${name}.score`]: 1 / (position + 1), [`${name}.rank`]: position + 1 },
    })),
  );
}

function idsOf(list: readonly ScoredNode[]): string[] {
  return list.map(({ node }) => node.id);
}

function assertMerged(
  fused: readonly ScoredNode[],
  lists: readonly (readonly ScoredNode[])[],
): void {
  const known = new Set(lists.flatMap(idsOf));
  for (const id of idsOf(fused)) assert.ok(known.has(id), `node ${id} stands in no list`);
  assertOnce(idsOf(fused));
  assertBestFirst(fused.map(({ score }) => score));
}
