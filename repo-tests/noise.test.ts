import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { bridgeRetriever, buildLinks, sentenceStems } from "@psi/bridge";
import { hybridRetriever, indexedText, type Retriever, titleOf } from "@psi/core";
import { textNodes } from "@psi/core/testing";
import { evaluateRetrieval, loadDataset } from "@psi/eval";
import { shippedFusion } from "@psi/fusion";
import { bm25, multilingual, sparseRetriever } from "@psi/sparse";
import { expect, it } from "vitest";

const shared = process.env.PSI_SHARED ?? resolve(import.meta.dirname, "../../shared");
const folder = resolve(shared, "datasets/hotpotqa_dev494");

it.skipIf(!existsSync(folder))(
  "a list of noise does not lower the learned fusion's recall by more than .02 (skipped without the data sets)",
  async () => {
    const dataset = await loadDataset(folder, { limit: 150 });
    const { passages } = dataset;
    const tokenizer = multilingual();
    const nodes = textNodes(
      passages.map(({ pageContent }) => pageContent),
      passages.map(({ id }) => id as string),
    );
    const named = passages.map((passage) => ({
      title: titleOf(passage),
      text: passage.pageContent,
    }));
    const links = buildLinks(named);
    const sparse = bm25(passages.map(indexedText), { tokenizer });
    const words = sparseRetriever(sparse, { nodes });
    const bridge = bridgeRetriever({
      links,
      stems: sentenceStems(named, links, tokenizer),
      tokenizer,
      sparse,
      nodes,
    });
    const recall = async (retrievers: readonly Retriever[]): Promise<number> => {
      const hybrid = hybridRetriever(retrievers, {
        fuse: shippedFusion(),
        candidates: 60,
        fillSignals: true,
      });
      const { metrics } = await evaluateRetrieval(dataset, async (question, { limit }) =>
        (await hybrid.retrieve(question, { limit })).map(({ node }) => node.id),
      );
      return metrics["recall@5"] as number;
    };
    const clean = await recall([words, bridge]);
    const noisy = await recall([words, bridge, noise(passages.length, nodes)]);
    expect(clean).toBeGreaterThan(0.9);
    expect(noisy).toBeGreaterThan(clean - 0.02);
  },
  120_000,
);

/** Sixty passages that have nothing to do with the query, best first as any list. */
function noise(count: number, nodes: ReturnType<typeof textNodes>): Retriever {
  let state = 1;
  return {
    name: "noise",
    async retrieve() {
      const rows = Array.from({ length: 60 }, () => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return state % count;
      });
      const read = await nodes.read([...new Set(rows)]);
      return read.map((node, place) => ({
        node,
        score: 1 / (place + 1),
        signals: { "noise.rank": place + 1 },
      }));
    },
  };
}
