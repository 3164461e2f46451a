import assert from "node:assert/strict";
import type { Reranker } from "../reranker.js";
import type { Hit } from "../retriever.js";
import { assertAborts, assertBestFirst, assertOnce, frozen } from "./asserting.js";
import { type ContractCase, casesOf, type Make, type Rules } from "./contract.js";
import { oddTexts } from "./odd-texts.js";

const texts: readonly string[] = frozen([
  "The mill was sold in spring.",
  "The river turns the old mill.",
  "The river turns the old mill.",
  "",
  "Nobody remembers the miller's name.",
]);
const query = "the old mill on the river";

/**
 * The contract of `Reranker`.
 *
 * @param make a reranker for each case; one that leaves texts out may do so.
 */
export function testReranker(make: Make<Reranker>): readonly ContractCase[] {
  return casesOf(make, rules).map(({ name, run }) => ({ name: `reranker: ${name}`, run }));
}

const rules: Rules<Reranker> = {
  "returns positions of the given texts, each once, best first": async (reranker) => {
    const hits = await reranker.rerank(query, texts);
    assert.ok(hits.length > 0, "no text is left");
    assertHits(hits, texts.length);
  },
  "returns no more than the limit": async (reranker) => {
    for (const limit of [1, 2, 1_000]) {
      const hits = await reranker.rerank(query, texts, { limit });
      assert.ok(hits.length <= limit, `${hits.length} hits for a limit of ${limit}`);
      assertHits(hits, texts.length);
    }
  },
  "takes no texts, and one": async (reranker) => {
    assert.deepEqual([...(await reranker.rerank(query, []))], []);
    assertHits(await reranker.rerank(query, ["The river turns the old mill."]), 1);
  },
  "takes any texts": async (reranker) => {
    assertHits(await reranker.rerank(query, frozen([...oddTexts])), oddTexts.length);
  },
  "takes any query": async (reranker) => {
    for (const odd of oddTexts) assertHits(await reranker.rerank(odd, texts), texts.length);
  },
  "rejects with the reason of an aborted signal": async (reranker) => {
    await assertAborts((signal) => reranker.rerank(query, texts, { signal }));
  },
};

function assertHits(hits: readonly Hit[], count: number): void {
  for (const { id } of hits) {
    assert.ok(Number.isInteger(id) && id >= 0 && id < count, `position ${id} of ${count} texts`);
  }
  assertOnce(hits.map(({ id }) => id));
  assertBestFirst(hits.map(({ score }) => score));
}
