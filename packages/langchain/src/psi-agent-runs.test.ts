import { setTimeout as sleep } from "node:timers/promises";
import { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import { RunnableLambda } from "@langchain/core/runnables";
import { FakeListChatModel } from "@langchain/core/utils/testing";
import { describe, expect, it } from "vitest";
import { PsiAgent } from "./psi-agent.js";
import { answerWith, FAILURE, fakeSource, stepsTo } from "./testing/steps.js";

const ANSWER = answerWith();
const STEPS = stepsTo(ANSWER);

describe("events", () => {
  it("are the steps, between the start and the end of the run", async () => {
    const agent = new PsiAgent({ index: fakeSource(STEPS) });
    const seen: [string, unknown][] = [];
    const runs = new Set<string>();
    for await (const { event, name, data, run_id } of agent.streamEvents("q", { version: "v2" })) {
      seen.push([`${event} ${name}`, data]);
      runs.add(run_id);
    }
    expect(seen.map(([what]) => what)).toEqual([
      "on_chain_start PsiAgent",
      "on_custom_event psi_retrieval",
      "on_custom_event psi_decision",
      "on_custom_event psi_answer",
      "on_chain_end PsiAgent",
    ]);
    expect(seen.slice(1, 4).map(([, data]) => data)).toEqual(STEPS);
    expect(seen[0]?.[1]).toEqual({ input: "q" });
    expect(seen[4]?.[1]).toEqual({ output: ANSWER });
    expect(runs.size).toBe(1);
  });

  it("come as they happen, each before the next step is made", async () => {
    const order: string[] = [];
    const index = fakeSource(STEPS, async () => void order.push("step"));
    const handler = BaseCallbackHandler.fromMethods({
      handleCustomEvent: async (name: string) => {
        await sleep(2);
        order.push(name);
      },
    });
    handler.awaitHandlers = true;
    await new PsiAgent({ index }).invoke("q", { callbacks: [handler] });
    expect(order).toEqual([
      ...["step", "psi_retrieval", "step", "psi_decision", "step", "psi_answer"],
    ]);
  });

  it("tell what was found before a failure, which ends the run as an error", async () => {
    const answer = answerWith({ ending: "failed", error: FAILURE });
    const told: unknown[] = [];
    const handler = BaseCallbackHandler.fromMethods({
      handleCustomEvent: (name: string, data: unknown) => {
        if (name === "psi_answer") told.push(data);
      },
      handleChainError: (error) => void told.push(error),
    });
    const agent = new PsiAgent({ index: fakeSource(stepsTo(answer)) });
    await expect(agent.invoke("q", { callbacks: [handler] })).rejects.toBe(FAILURE);
    expect(told).toEqual([{ kind: "answer", answer }, FAILURE]);
  });

  it("end with the run when it is aborted", async () => {
    const controller = new AbortController();
    const index = fakeSource(STEPS, () => sleep(10));
    const told: string[] = [];
    const handler = BaseCallbackHandler.fromMethods({
      handleCustomEvent: (name: string) => {
        told.push(name);
        controller.abort(new Error("enough"));
      },
      handleChainError: (error) => void told.push(error.message),
    });
    const { signal } = controller;
    await expect(
      new PsiAgent({ index }).invoke("q", { callbacks: [handler], signal }),
    ).rejects.toThrow("enough");
    await sleep(30);
    expect(told).toEqual(["psi_retrieval", "enough"]);
    expect(index.ended()).toEqual(["left"]);
  });

  it("stop the work when their reader leaves", async () => {
    const index = fakeSource(STEPS, () => sleep(10));
    const agent = new PsiAgent({ index });
    for await (const { name } of agent.streamEvents("q", { version: "v2" })) {
      if (name === "psi_retrieval") break;
    }
    await sleep(30);
    expect(index.calls[0]?.options.signal?.aborted).toBe(true);
    expect(index.ended()).toEqual(["left"]);
  });
});

/** Keeps "name < name of the parent: tags" of all runs that begin. */
function recorder(): { readonly handler: BaseCallbackHandler; readonly begun: string[] } {
  const names = new Map<string, string>();
  const begun: string[] = [];
  const begin = (name: string, runId: string, rest: readonly unknown[]): void => {
    const parent = rest.find((one): one is string => typeof one === "string" && names.has(one));
    const tags = (rest.find(Array.isArray) ?? []) as string[];
    names.set(runId, name);
    begun.push(`${name} < ${names.get(parent ?? "") ?? "nothing"}: ${tags.join(", ")}`);
  };
  const handler = BaseCallbackHandler.fromMethods({
    handleChainStart: (_chain, _input, runId, ...rest) =>
      begin(String(rest.at(-2) ?? rest.at(-1)), runId, rest),
    handleChatModelStart: (_model, _messages, runId, ...rest) => begin("model", runId, rest),
  });
  return { handler, begun };
}

describe("runs", () => {
  const model = new FakeListChatModel({ responses: ["yes"] });
  const asking = (): PsiAgent =>
    new PsiAgent({ index: fakeSource(STEPS.slice(2), () => model.invoke("Is it?")) });

  it("have the name and the tags of the call; models inside are their children", async () => {
    const { handler, begun } = recorder();
    await asking().invoke("q", { callbacks: [handler], runName: "ask", tags: ["mine"] });
    expect(begun).toEqual([
      "ask < nothing: mine",
      expect.stringMatching(/^model < ask: .*psi:agent/),
    ]);
  });

  it("are children themselves in a chain", async () => {
    const { handler, begun } = recorder();
    const agent = asking();
    const chain = RunnableLambda.from((question: string) => agent.invoke(question));
    await chain.withConfig({ runName: "outer" }).invoke("q", { callbacks: [handler] });
    expect(begun.map((line) => line.replace(/:.*/, ""))).toEqual([
      "outer < nothing",
      "PsiAgent < outer",
      "model < PsiAgent",
    ]);
  });

  it("are apart in a batch", async () => {
    const { handler, begun } = recorder();
    await asking().batch(
      ["p", "q"],
      [{ runName: "first" }, { runName: "second" }].map((config) => ({
        ...config,
        callbacks: [handler],
      })),
    );
    expect(begun.map((line) => line.replace(/:.*/, "")).sort()).toEqual([
      "first < nothing",
      "model < first",
      "model < second",
      "second < nothing",
    ]);
  });

  it("stream the tokens of models inside, where events are read", async () => {
    let tokens = "";
    for await (const { event, data } of asking().streamEvents("q", { version: "v2" })) {
      if (event === "on_chat_model_stream") tokens += data.chunk.content;
    }
    expect(tokens).toBe("yes");
  });
});
