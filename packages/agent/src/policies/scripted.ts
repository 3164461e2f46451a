import { type AgentPolicy, PsiError } from "@psi/core";
import { extractive } from "./extractive.js";

export interface ScriptedOptions {
  /** Answers when all was looked up; `extractive()` when left out. */
  readonly answerWith?: AgentPolicy;
}

/**
 * Looks up what a list says, one entry a round, and lets another policy answer: for tests, and to measure
 * retrieval apart from the model that would have written the queries. Entries beyond `maxRetrievals` are left.
 *
 * @param queries one entry a round: a query, or several that are asked at once.
 * @throws PsiError `invalid-option` for an entry without a query.
 */
export function scripted(
  queries: readonly (string | readonly string[])[],
  { answerWith = extractive() }: ScriptedOptions = {},
): AgentPolicy {
  const rounds = queries.map((entry) => (typeof entry === "string" ? [entry] : entry));
  const blank = rounds.findIndex((entry) => !entry.some((query) => query.trim() !== ""));
  if (blank >= 0) {
    throw new PsiError(
      "invalid-option",
      `The script's round ${blank + 1} has no query. Give each one.`,
    );
  }
  return {
    name: "scripted",
    async decide(state, context) {
      context.signal?.throwIfAborted();
      const next = rounds[state.rounds.length];
      if (next !== undefined && state.retrievalsLeft > 0)
        return { kind: "retrieve", queries: next };
      return answerWith.decide({ ...state, retrievalsLeft: 0 }, context);
    },
  };
}
