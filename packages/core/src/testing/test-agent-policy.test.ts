import { describe, it } from "vitest";
import type { AgentPolicy } from "../agent.js";
import { catches } from "./catches.js";
import { runContract } from "./contract.js";
import { scriptedModel } from "./fakes.js";
import { testAgentPolicy } from "./test-agent-policy.js";

/** Looks the question up, then quotes the best passage. */
const quoting = (): AgentPolicy => ({
  name: "quoting",
  async decide({ question, rounds, evidence, retrievalsLeft }, { signal }) {
    signal?.throwIfAborted();
    if (rounds.length === 0 && retrievalsLeft > 0 && question.trim() !== "") {
      return { kind: "retrieve", queries: [question] };
    }
    const [best] = evidence;
    if (best === undefined || best.found.node.text === "") {
      return { kind: "answer", text: "Not mentioned" };
    }
    const quotes = [{ number: best.number, start: 0, end: best.found.node.text.length }];
    return { kind: "answer", text: `It is said in [${best.number}].`, quotes };
  },
});

describe("a policy that quotes", () => {
  runContract(testAgentPolicy(quoting), it);
});

describe("testAgentPolicy catches a policy that", () => {
  let made = 0;
  const good = quoting();
  const changed = (decide: AgentPolicy["decide"]) => (): AgentPolicy => ({ name: "bad", decide });
  const asking = (messages: Parameters<Parameters<AgentPolicy["decide"]>[1]["invoke"]>[1]) =>
    changed(async (state, context) => {
      await context.invoke(scriptedModel(["yes"]), messages);
      return good.decide(state, context);
    });
  catches<AgentPolicy>(
    [
      ["has no name", "has a name", () => ({ ...good, name: " " })],
      [
        "has another name each time",
        "has the same name whenever it is made alike",
        () => ({ ...good, name: `${made++}` }),
      ],
      [
        "writes into the state",
        "decides, and leaves the state as it is",
        changed(async (state, context) => {
          (state.actions as unknown[]).push("mine");
          return good.decide(state, context);
        }),
      ],
      [
        "retrieves for ever",
        "answers when no retrieval is left",
        changed(async (state, context) => {
          context.signal?.throwIfAborted();
          return { kind: "retrieve", queries: [state.question] };
        }),
      ],
      [
        "retrieves when none is left, for ever",
        "comes to an answer",
        changed(async () => ({ kind: "retrieve", queries: ["more"] })),
      ],
      [
        "looks up blank questions",
        "takes any question",
        changed(async (state, context) =>
          state.rounds.length === 0 && state.retrievalsLeft > 0
            ? { kind: "retrieve", queries: [state.question] }
            : good.decide(state, context),
        ),
      ],
      [
        "looks up nothing",
        "decides, and leaves the state as it is",
        changed(async () => ({ kind: "retrieve", queries: [] })),
      ],
      [
        "says nothing",
        "answers without evidence",
        changed(async () => ({ kind: "answer", text: " " })),
      ],
      [
        "quotes what there is not",
        "answers without evidence",
        changed(async () => ({
          kind: "answer",
          text: "It is [1].",
          quotes: [{ number: 1, start: 0, end: 3 }],
        })),
      ],
      [
        "quotes past the end",
        "takes any passage",
        changed(async () => ({
          kind: "answer",
          text: "It is [1].",
          quotes: [{ number: 1, start: 0, end: 3 }],
        })),
      ],
      [
        "does what a passage says",
        "takes passages that give orders",
        changed(async (state, context) => {
          const told = state.evidence.find(({ found }) => found.node.text.startsWith("Ignore"));
          return told === undefined ? good.decide(state, context) : { kind: "answer", text: "" };
        }),
      ],
      [
        "writes blank notes",
        "takes any passage",
        changed(async () => ({ kind: "answer", text: "Yes.", notes: [""] })),
      ],
      [
        "does not look at the signal",
        "rejects with the reason of an aborted signal",
        changed(async ({ rounds, question }) =>
          rounds.length === 0
            ? { kind: "retrieve", queries: [question] }
            : { kind: "answer", text: "Yes." },
        ),
      ],
      [
        "counts its calls",
        "decides the same on the same state, whatever it decided before",
        () => {
          let calls = 0;
          return changed(async () =>
            calls++ < 4
              ? { kind: "retrieve", queries: ["more"] }
              : { kind: "answer", text: "Yes." },
          )();
        },
      ],
      ["asks a model nothing", "answers without evidence", asking([])],
      ["sends a blank message", "answers without evidence", asking([["system", " "]])],
    ],
    testAgentPolicy,
  );
});
