import type { AgentAction, AgentPolicy, Retriever } from "@psi/core";
import { wordOverlapRetriever } from "@psi/core/testing";

/** Three short passages, found by the words they share with a query. */
export const retriever: Retriever = wordOverlapRetriever([
  "Paris is the capital of France. It lies on the Seine.",
  "The Seine flows into the Channel. It is 775 km long.",
  "Rome is the capital of Italy.",
]);

export const never = (): Promise<never> => new Promise(() => {});

export const later = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** A policy that decides from a list, and retrieves for ever when it is at its end. */
export function deciding(
  ...actions: readonly (AgentAction | (() => Promise<AgentAction>))[]
): AgentPolicy {
  return {
    name: "deciding",
    decide: async ({ actions: { length } }) => {
      const action = actions[length] ?? { kind: "retrieve", queries: ["seine"] };
      return typeof action === "function" ? action() : action;
    },
  };
}

/** A policy that asks a model and answers what it says. */
export function asking(
  model: Parameters<Parameters<AgentPolicy["decide"]>[1]["invoke"]>[0],
): AgentPolicy {
  return {
    name: "asking",
    async decide({ question, rounds }, { invoke }) {
      if (rounds.length === 0) return { kind: "retrieve", queries: [question] };
      const { content } = await invoke(model, [["human", question]]);
      return { kind: "answer", text: String(content) };
    },
  };
}
