import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { evaluateRetrieval } from "./evaluate-retrieval.js";
import { loadDataset } from "./load-dataset.js";

const shared =
  process.env.PSI_SHARED ?? fileURLToPath(new URL("../../../../shared", import.meta.url));
const datasets = join(shared, "datasets");
const runs = join(shared, "fixtures/published-runs");
const why = (path: string): string => (existsSync(path) ? "" : ` (skipped: there is no ${path})`);

/** Passages, questions, and the questions that are measured. */
const sizes: Readonly<Record<string, readonly [number, number, number]>> = {
  "2wiki_hipporag1000": [6119, 1000, 1000],
  "2wiki_train500": [3112, 500, 500],
  cmrc2018_dev: [848, 3219, 3219],
  hotpotqa_dev494: [4876, 494, 494],
  multihoprag_pool: [3006, 1307, 900],
  musique_dev387: [5701, 387, 387],
  narrativeqa_test_summaries: [355, 4260, 4260],
  popqa1000: [5215, 1000, 1000],
  qmsum_test: [20718, 281, 244],
  topic_thucnews_titles: [10000, 0, 0],
  xquad_zh: [240, 1190, 1190],
};

describe(`the shared data sets${why(datasets)}`, () => {
  it.skipIf(!existsSync(datasets)).each(Object.entries(sizes))(
    "%s: %j passages, questions, measured",
    async (name, [passageCount, questionCount, measured]) => {
      const dataset = await loadDataset(join(datasets, name));
      expect(dataset.name).toBe(name);
      expect(dataset.passages).toHaveLength(passageCount);
      expect(dataset.questions).toHaveLength(questionCount);
      if (measured === 0) return;
      const report = await evaluateRetrieval(dataset, async () => []);
      expect(report).toMatchObject({ questions: measured, uncounted: questionCount - measured });
    },
  );

  it.skipIf(!existsSync(datasets))("multihoprag_pool has gold for 1,193 questions", async () => {
    const dataset = await loadDataset(join(datasets, "multihoprag_pool"));
    const report = await evaluateRetrieval(dataset, async () => [], { incompleteGold: true });
    expect(report).toMatchObject({ questions: 1193, uncounted: 114 });
  });
});

interface PublishedRun {
  readonly dataset: string;
  readonly figures: Readonly<Record<string, number>>;
  readonly predictions: readonly { readonly id: string; readonly retrieved: readonly string[] }[];
}

describe(`the figures of published runs${why(runs)}`, () => {
  it.skipIf(!existsSync(runs)).each(["summary", "keyword"])("2wiki-%s", async (kind) => {
    const file = readFileSync(join(runs, `2wiki-${kind}.json`), "utf8");
    const { dataset: name, figures, predictions } = JSON.parse(file) as PublishedRun;
    const dataset = await loadDataset(join(datasets, name));
    const retrieved = new Map(predictions.map((each) => [each.id, each.retrieved]));
    const byText = new Map(
      dataset.questions.map(({ id, question }) => [question, retrieved.get(id) ?? []]),
    );
    const { metrics } = await evaluateRetrieval(dataset, async (text) => byText.get(text) ?? [], {
      k: [2, 5],
    });
    const published: Readonly<Record<string, number | undefined>> = {
      "recall@2": figures.recall_at_2,
      "recall@5": figures.recall_at_5,
      "allGold@5": figures.all_gold_in_top_5,
    };
    for (const [metric, figure] of Object.entries(published)) {
      // The figures have four decimals, and ours lie on exact halves (.81675, .96125): either way is right.
      const difference = Math.abs((metrics[metric] ?? Number.NaN) - (figure ?? Number.NaN));
      expect(difference, metric).toBeLessThanOrEqual(0.00005 + 1e-12);
    }
  });
});
