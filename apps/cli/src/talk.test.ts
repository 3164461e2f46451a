import type { AskOptions, PsiIndex } from "@psi/rag";
import { describe, expect, it } from "vitest";
import { startTalk } from "./talk.js";
import { noUsage } from "./usage-sum.js";

/** An index whose conversations cost 600 tokens and 0.25 a question. */
function conversing(): { readonly index: Pick<PsiIndex, "chat">; readonly begun: AskOptions[] } {
  const begun: AskOptions[] = [];
  const chat = (options: AskOptions = {}) => {
    begun.push(options);
    let usage = { ...noUsage, milliseconds: 1e9, cost: 0 };
    return {
      get usage() {
        return usage;
      },
      async *steps() {
        usage = {
          ...usage,
          modelCalls: usage.modelCalls + 1,
          promptTokens: usage.promptTokens + 600,
          cost: usage.cost + 0.25,
        };
        yield { kind: "answer", answer: {} };
      },
    };
  };
  return { index: { chat } as unknown as Pick<PsiIndex, "chat">, begun };
}
const ask = async (talk: ReturnType<typeof startTalk>) => {
  for await (const _ of talk.steps("Why?", new AbortController().signal));
};

describe("startTalk", () => {
  it("counts all conversations together, and only the time of answering", async () => {
    const talk = startTalk(conversing().index, {});
    await ask(talk);
    talk.restart();
    await ask(talk);
    await ask(talk);
    expect(talk.usage).toMatchObject({ modelCalls: 3, promptTokens: 1800, cost: 0.75 });
    expect(talk.usage.milliseconds).toBeLessThan(1e6);
  });

  it("leaves a later conversation what earlier ones left of the limits", async () => {
    const { index, begun } = conversing();
    const talk = startTalk(index, { limit: 3, maxTokens: 1000, maxCost: 0.3 });
    for (let round = 0; round < 2; round++) {
      await ask(talk);
      talk.restart();
    }
    expect(begun.map(({ limit }) => limit)).toEqual([3, 3, 3]);
    expect(begun.map(({ maxTokens }) => maxTokens)).toEqual([1000, 400, 1]);
    expect(begun.map(({ maxCost }) => maxCost)).toEqual([0.3, expect.closeTo(0.05), 0]);
  });

  it("limits nothing that was not limited", () => {
    const { index, begun } = conversing();
    startTalk(index, { limit: 3 }).restart();
    expect(begun[1]).toEqual({ limit: 3 });
  });
});
