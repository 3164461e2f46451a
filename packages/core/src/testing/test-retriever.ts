import assert from "node:assert/strict";
import type { Retriever, ScoredNode } from "../retriever.js";
import { assertAborts, assertBestFirst, assertOnce, assertRejects, frozen } from "./asserting.js";
import { type ContractCase, casesOf, type Rules } from "./contract.js";
import { oddTexts } from "./odd-texts.js";

/** The passages that the suite asks for. */
const texts: readonly string[] = [
  "The ferry to Orrin Island leaves the old harbour at seven.",
  "Orrin Island has one village, one lighthouse and no road.",
  "The lighthouse keeper writes down the weather every morning.",
  "A storm in March broke two windows of the lighthouse.",
  "The village school closed when the last pupil moved away.",
  "Fishermen mend their nets in the harbour all winter.",
  "The old harbour was built of stone from the mainland.",
  "Stone from the quarry is carried by barge.",
  "The barge belongs to the brothers who own the ferry.",
  "A morning without wind is rare on the island.",
  "灯塔建在岛的北边，石头来自大陆。",
  "每天早上七点有一班渡船开往小岛。",
];
const query = "Who keeps the lighthouse on Orrin Island in the morning?";

/**
 * The contract of `Retriever`.
 *
 * @param make a retriever over the given passages. One that has passages of its own may ignore them, as
 * long as it finds something for a query about a lighthouse on an island.
 */
export function testRetriever(
  make: (texts: readonly string[]) => Retriever | Promise<Retriever>,
): readonly ContractCase[] {
  return casesOf(() => make(texts), { ...finding, ...scoring }).map(({ name, run }) => ({
    name: `retriever: ${name}`,
    run,
  }));
}

const finding: Rules<Retriever> = {
  "has a name, the prefix of its signals": async ({ name }) => {
    assert.notEqual(name.trim(), "");
  },
  "returns the best first, each node once": async (retriever) => {
    const found = await found10(retriever);
    assertBestFirst(found.map(({ score }) => score));
    assertOnce(found.map(({ node }) => node.id));
    for (const { node } of found) assert.notEqual(node.text, "", `node ${node.id} has no text`);
  },
  "returns no more than the limit": async (retriever) => {
    for (const limit of [1, 2, 3]) {
      const { length } = await retriever.retrieve(query, { limit });
      assert.ok(length >= 1 && length <= limit, `${length} nodes for a limit of ${limit}`);
    }
  },
  "returns fewer when fewer match": async (retriever) => {
    const found = await retriever.retrieve(query, { limit: 10_000 });
    assertOnce(found.map(({ node }) => node.id));
    assertBestFirst(found.map(({ score }) => score));
    assert.ok(found.length >= (await found10(retriever)).length, "a higher limit finds less");
  },
  "refuses a limit that is not a whole number from 1": async (retriever) => {
    for (const limit of [0, -1, 1.5, Number.NaN]) {
      await assertRejects("invalid-option", () => retriever.retrieve(query, { limit }));
    }
  },
  "works without options": async (retriever) => {
    assert.ok((await retriever.retrieve(query)).length > 0, "nothing found");
  },
  "takes any query: empty, unpaired surrogates, any script, 100 kB": async (retriever) => {
    for (const text of oddTexts) {
      const found = await retriever.retrieve(text, { limit: 3 });
      assert.ok(found.length <= 3);
      assertBestFirst(found.map(({ score }) => score));
    }
  },
  "rejects with the reason of an aborted signal": async (retriever) => {
    await assertAborts((signal) => retriever.retrieve(query, { limit: 3, signal }));
  },
  "tells each node's rank, from 1, as <name>.rank": async (retriever) => {
    const ranks = (await found10(retriever)).map(
      ({ signals }) => signals?.[`${retriever.name}.rank`],
    );
    assert.deepEqual(
      ranks,
      ranks.map((_, position) => position + 1),
    );
  },
};

const scoring: Rules<Retriever> = {
  "score keeps the nodes, their order and what others found": async (retriever) => {
    const given = await foundByAnother(retriever);
    const scored = await retriever.score?.(query, given);
    if (scored === undefined) return;
    assert.deepEqual(
      scored.map(({ node, score }) => ({ node, score })),
      given.map(({ node, score }) => ({ node, score })),
    );
    for (const [position, { signals }] of scored.entries()) {
      assert.equal(signals?.["another.rank"], position + 1, "another retriever's signal is lost");
    }
    assert.deepEqual(await retriever.score?.(query, []), []);
  },
  "score adds finite signals under its name, and no rank": async (retriever) => {
    const scored = await retriever.score?.(query, await foundByAnother(retriever));
    for (const { node, signals = {} } of scored ?? []) {
      const own = Object.entries(signals).filter(([key]) => key.startsWith(`${retriever.name}.`));
      assert.ok(own.length > 0, `node ${node.id} got no signal ${retriever.name}.…`);
      for (const [key, value] of own) assert.ok(Number.isFinite(value), `${key} is ${value}`);
      assert.equal(signals[`${retriever.name}.rank`], undefined, "scored nodes have no rank");
    }
  },
  "score takes any query": async (retriever) => {
    const given = await foundByAnother(retriever);
    for (const text of oddTexts) {
      const scored = await retriever.score?.(text, given);
      if (scored !== undefined) assert.equal(scored.length, given.length);
    }
  },
  "score rejects with the reason of an aborted signal": async (retriever) => {
    if (retriever.score === undefined) return;
    const given = await foundByAnother(retriever);
    await assertAborts((signal) => retriever.score?.(query, given, { signal }));
  },
};

async function found10(retriever: Retriever): Promise<readonly ScoredNode[]> {
  const found = await retriever.retrieve(query, { limit: 10 });
  assert.ok(found.length > 0, "nothing found");
  return found;
}

/** Nodes as another retriever would have listed them, in another order; nobody may change them. */
async function foundByAnother(retriever: Retriever): Promise<readonly ScoredNode[]> {
  const nodes = (await found10(retriever)).map(({ node }) => node).reverse();
  return frozen(
    nodes.map((node, position) => ({
      node,
      score: 100 - position,
      signals: { "another.rank": position + 1 },
    })),
  );
}
