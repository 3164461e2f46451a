import { type AgentAction, type AgentPolicy, PsiError } from "@psi/core";

/**
 * A policy's decision, when it is one: a user's own may come from JavaScript, or from a model's JSON.
 * @throws PsiError `invalid-option`
 */
export function checkedAction(decided: unknown, { name }: AgentPolicy): AgentAction {
  const action = (decided ?? {}) as Readonly<Record<string, unknown>>;
  const fits =
    (action.kind === "retrieve" && isTexts(action.queries)) ||
    (action.kind === "answer" && typeof action.text === "string" && isQuotes(action.quotes));
  if (fits && (action.notes === undefined || isTexts(action.notes))) {
    return decided as AgentAction;
  }
  throw new PsiError(
    "invalid-option",
    `The policy ${String(name)} must decide { kind: "retrieve", queries: string[] } or { kind: "answer", text: string }; it gave ${shown(decided)}.`,
  );
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}

function isQuotes(value: unknown): boolean {
  if (value === undefined) return true;
  return Array.isArray(value) && value.every((each) => typeof each === "object" && each !== null);
}

function shown(value: unknown): string {
  if (typeof value !== "object" || value === null) return typeof value;
  return `an object with ${Object.keys(value).slice(0, 5).join(", ") || "nothing in it"}`;
}
