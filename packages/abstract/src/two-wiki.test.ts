import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { extractive, keyphrases } from "./index.js";

const shared =
  process.env.PSI_SHARED ?? fileURLToPath(new URL("../../../../shared", import.meta.url));
const file = `${shared}/datasets/2wiki_hipporag1000/corpus.jsonl`;
const missing = !existsSync(file);

interface Row {
  readonly title: string;
  readonly text: string;
}

/** 1,400 groups of five passages that follow one another in order of title, so that names meet. */
function groupsOf(rows: readonly Row[]): { texts: string[]; titles: string[]; layer: number }[] {
  const sorted = [...rows].sort((a, b) => (a.title < b.title ? -1 : 1));
  return Array.from({ length: 1400 }, (_, i) => {
    const start = Math.floor((i * (sorted.length - 5)) / 1400);
    const members = sorted.slice(start, start + 5);
    return {
      texts: members.map(({ text }) => text),
      titles: members.map(({ title }) => title),
      layer: 1,
    };
  });
}

describe("2WikiMultiHopQA", () => {
  it.skipIf(missing).each([
    ["extractive", extractive],
    ["keyphrases", keyphrases],
  ] as const)(
    `%s writes 1,400 abstracts in seconds, short and each another${missing ? " (skipped: no ../shared/datasets)" : ""}`,
    async (_, make) => {
      const rows = readFileSync(file, "utf8")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as Row);
      const groups = groupsOf(rows);
      const before = process.cpuUsage();
      const abstracter = make().forCorpus!(rows.map(({ title, text }) => `${title}\n${text}`));
      const made = [];
      for (const group of groups) made.push(await abstracter.abstract(group));
      const { user, system } = process.cpuUsage(before);
      // About 1.5 s alone; room for a machine that does other things as well.
      expect((user + system) / 1e6).toBeLessThan(6);
      expect(new Set(made.map(({ text }) => text)).size).toBeGreaterThan(1390);
      expect(
        made.every(
          ({ text, notes }) => text.length > 20 && text.length < 1400 && notes.length === 0,
        ),
      ).toBe(true);
    },
  );

  it.skipIf(missing)(
    `keyphrases name a group's titles${missing ? " (skipped: no ../shared/datasets)" : ""}`,
    async () => {
      const rows = readFileSync(file, "utf8")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as Row);
      const abstracter = keyphrases().forCorpus!(
        rows.map(({ title, text }) => `${title}\n${text}`),
      );
      let named = 0;
      const groups = groupsOf(rows).slice(0, 200);
      for (const group of groups) {
        const { text } = await abstracter.abstract(group);
        named += group.titles.filter((title) => text.includes(title.replaceAll(";", ","))).length;
      }
      expect(named / (groups.length * 5)).toBeGreaterThan(0.95);
    },
  );
});
