import { getEventListeners } from "node:events";
import type { AgentPolicy, HopEstimator, Retriever } from "@psi/core";
import { describe, expect, it } from "vitest";
import { ask } from "./ask.js";
import { extractive } from "./policies/extractive.js";
import { type RunOptions, run } from "./run.js";
import { asking, deciding, later, never, retriever } from "./testing.js";

describe("the time and the signal", () => {
  const hanging: readonly [string, Partial<RunOptions>][] = [
    ["the model", { policy: asking({ invoke: never }) }],
    ["the policy", { policy: deciding({ kind: "retrieve", queries: ["seine"] }, never) }],
    [
      "the second look-up",
      {
        get retriever() {
          return hangsAt(2);
        },
        policy: deciding(),
      },
    ],
  ];

  it.each(hanging)("end a run in which %s hangs, with what was found", async (_, options) => {
    const answer = await ask("seine", { retriever, ...options, timeout: 20 } as RunOptions);
    expect(answer).toMatchObject({
      ending: "timeout",
      answered: true,
      notes: ["The time was over, so the best sentences found until then are quoted."],
    });
    expect(answer.text).toContain("The Seine flows into the Channel. [");
    expect(answer.citations.length).toBeGreaterThan(0);
  });

  it.each(hanging)("abort a run in which %s hangs", async (_, options) => {
    const caller = new AbortController();
    setTimeout(() => caller.abort(new Error("stop")), 10);
    const { signal } = caller;
    const answer = await ask("seine", { retriever, ...options, signal } as RunOptions);
    expect(answer).toMatchObject({ ending: "aborted", answered: true });
    expect("error" in answer).toBe(false);
    expect(getEventListeners(signal, "abort")).toHaveLength(0);
  });

  it("end it before anything is found", async () => {
    const maxRetrievals: HopEstimator = { estimate: never };
    expect(
      await ask("q", { retriever, policy: deciding(), maxRetrievals, timeout: 5 }),
    ).toMatchObject({
      text: "Not mentioned",
      answered: false,
      ending: "timeout",
      evidence: [],
      notes: ["The time was over, before anything was found."],
    });
  });

  it("reject with the reason when aborted before the start", async () => {
    const signal = AbortSignal.abort("not now");
    await expect(ask("q", { retriever, policy: deciding(), signal })).rejects.toBe("not now");
  });

  it("do nothing to a run that is done", async () => {
    const caller = new AbortController();
    const options = { retriever, policy: extractive(), signal: caller.signal, timeout: 30 };
    const answer = await ask("seine", options);
    caller.abort();
    await later(40);
    expect(answer.ending).toBe("answered");
  });

  it("are heard by a reader who is slow", async () => {
    const caller = new AbortController();
    const kinds: string[] = [];
    for await (const step of run("seine", {
      retriever,
      policy: deciding(),
      signal: caller.signal,
    })) {
      kinds.push(step.kind === "answer" ? step.answer.ending : step.kind);
      if (step.kind === "retrieval") caller.abort();
    }
    expect(kinds).toEqual(["decision", "retrieval", "aborted"]);
  });

  it("keep no process from ending that is done, and let one that waits wait", async () => {
    const timers = (): number =>
      process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
    const before = timers();
    const steps = run("seine", { retriever, policy: deciding(), timeout: 60_000 });
    await steps.next();
    expect(timers()).toBe(before + 1);
    await steps.return();
    expect(timers()).toBe(before);
  });
});

/** A retriever whose call of that number never comes back, even when aborted. */
function hangsAt(call: number): Retriever {
  let calls = 0;
  return {
    ...retriever,
    retrieve: (...asked) => (++calls === call ? never() : retriever.retrieve(...asked)),
  };
}

describe("a reader who leaves", () => {
  it("stops what a policy left under way", async () => {
    let stopped = false;
    const model = {
      invoke: (_: unknown, { signal }: { signal: AbortSignal }) => {
        signal.addEventListener("abort", () => {
          stopped = true;
        });
        return never();
      },
    } as never;
    const policy: AgentPolicy = {
      name: "ahead",
      async decide(_, { invoke }) {
        void invoke(model, [["human", "ahead of time"]]);
        return { kind: "retrieve", queries: ["seine"] };
      },
    };
    for await (const _ of run("q", { retriever, policy })) break;
    expect(stopped).toBe(true);
  });

  it("is not held up by a call that hangs", async () => {
    const { signal } = new AbortController();
    const policy = asking({ invoke: never });
    const steps = run("seine", { retriever, policy, signal });
    await steps.next();
    await steps.next();
    const pending = steps.next();
    await later(5);
    const done = { done: true, value: undefined };
    expect(await steps.return()).toEqual(done);
    expect(await pending).toEqual(done);
    expect(await steps.next()).toEqual(done);
    expect(getEventListeners(signal, "abort")).toHaveLength(0);
  });

  it("may leave before the first step", async () => {
    const steps = run("q", { retriever, policy: deciding() });
    await steps.return();
    expect(await steps.next()).toEqual({ done: true, value: undefined });
  });
});
