import { getEventListeners } from "node:events";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { Retriever } from "@psi/core";
import { wordOverlapRetriever } from "@psi/core/testing";
import { expect, it } from "vitest";
import { ask } from "./ask.js";
import { usageMeter } from "./meter/usage-meter.js";
import { scripted } from "./policies/scripted.js";
import type { RunOptions } from "./run.js";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

async function heapInUse(): Promise<number> {
  for (let i = 0; i < 3; i++) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    collect();
  }
  return process.memoryUsage().heapUsed;
}

const retriever = wordOverlapRetriever(
  Array.from({ length: 8 }, (_, i) => `The river ${i} flows to the sea. It has a bridge ${i}.`),
);

async function growthOver(questions: number, options: RunOptions): Promise<number> {
  const asking = async (count: number): Promise<void> => {
    for (let i = 0; i < count; i++) await ask(`Where does river ${i} flow?`, options);
  };
  await asking(5000);
  // What is kept grows in both halves; the engine's own memory comes and goes.
  const heap = [await heapInUse()];
  for (let half = 0; half < 2; half++) {
    await asking(questions / 2);
    heap.push(await heapInUse());
  }
  const [first, middle, last] = heap as [number, number, number];
  return 2 * Math.min(middle - first, last - middle);
}

it.each<[string, () => Partial<RunOptions>]>([
  ["alone", () => ({})],
  [
    "with one signal, one session and a timeout",
    () => ({
      signal: new AbortController().signal,
      within: usageMeter({ maxTokens: 1e9 }),
      timeout: 60_000,
    }),
  ],
])(
  "keeps nothing of 10,000 questions, %s",
  async (_, more) => {
    const options = { retriever, policy: scripted([["river", "bridge"]]), ...more() };
    const growth = await growthOver(10_000, options);
    expect(growth).toBeLessThan(200_000);
    if (options.signal) expect(getEventListeners(options.signal, "abort")).toHaveLength(0);
  },
  120_000,
);

it("reads each passage's text a few times a question, however many rounds find it", async () => {
  const passage = "The river flows from the hills to the sea, past the old town. ".repeat(8);
  let reads = 0;
  const found = Array.from({ length: 15 }, (_, i) => ({
    node: {
      row: i,
      id: `p${i}`,
      layer: 0,
      metadata: {},
      get text() {
        reads++;
        return `${i} ${passage}`;
      },
    },
    score: 1,
  }));
  const all: Retriever = { name: "all", retrieve: async () => found };
  const readsOf = async (rounds: number): Promise<number> => {
    reads = 0;
    const policy = scripted(new Array(rounds).fill("river"), {
      answerWith: {
        name: "at once",
        decide: async () => ({ kind: "answer", text: "Past the town [1][12]." }),
      },
    });
    const options = { retriever: all, policy, maxRetrievals: rounds };
    const { citations } = await ask("Where does the river flow?", options);
    expect(citations).toHaveLength(2);
    return reads;
  };
  expect(await readsOf(20)).toBe(await readsOf(1));
  expect(await readsOf(1)).toBeLessThan(3 * found.length);
});
