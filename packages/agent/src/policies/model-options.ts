import { PsiError, requireWhole } from "@psi/core";
import type { AnswerLength } from "../answer-length.js";
import type { Room } from "../prompts/fit-request.js";
import { type Language, languageOf } from "../prompts/language-of.js";
import type { AgentModel } from "../protocol/agent-model.js";

export interface ModelPolicyOptions {
  /** "short", a span, when left out. */
  readonly answerLength?: AnswerLength;
  /** The prompts' language; the question's own when left out: Chinese, or English for all others. */
  readonly language?: Language;
  /** Tokens for passages in a prompt, from 1; what the window leaves when left out. */
  readonly evidenceTokens?: number;
  /** Tokens of the model's window, from 512; the model's own `contextTokens`, or 8,192, when left out. */
  readonly contextTokens?: number;
}

/** A window that every present model has. */
const CONTEXT_TOKENS = 8_192;
const LEAST_CONTEXT = 512;
const LENGTHS: readonly AnswerLength[] = ["short", "medium", "long"];

/** What a policy that asks a model needs to know, checked. */
export interface ModelSettings {
  readonly room: Room;
  readonly answerLength: AnswerLength;
  readonly languageFor: (question: string) => Language;
}

/** @throws PsiError `invalid-option` */
export function modelSettings(model: AgentModel, options: ModelPolicyOptions): ModelSettings {
  const { answerLength = "short", language, evidenceTokens } = options;
  if (typeof model?.invoke !== "function") {
    throw new PsiError(
      "invalid-option",
      "The model has no invoke(). Pass a LangChain chat model, such as new ChatOpenAI(…).",
    );
  }
  requireOneOf("answerLength", answerLength, LENGTHS);
  if (language !== undefined) requireOneOf("language", language, ["en", "zh"]);
  if (evidenceTokens !== undefined) requireWhole("evidenceTokens", evidenceTokens, 1);
  const contextTokens = options.contextTokens ?? toldBy(model) ?? CONTEXT_TOKENS;
  requireWhole("contextTokens", contextTokens, LEAST_CONTEXT);
  return {
    room: { contextTokens, evidenceTokens, answerLength },
    answerLength,
    languageFor: (question) => language ?? languageOf(question),
  };
}

/** @throws PsiError `invalid-option`, naming what there is. */
export function requireOneOf<T extends string>(
  option: string,
  value: T,
  known: readonly T[],
): void {
  if (known.includes(value)) return;
  const names = known.map((each) => `"${each}"`).join(", ");
  throw new PsiError(
    "invalid-option",
    `${option} must be one of ${names}; it is ${JSON.stringify(value)}.`,
  );
}

function toldBy({ contextTokens }: AgentModel): number | undefined {
  return Number.isSafeInteger(contextTokens) && (contextTokens as number) >= LEAST_CONTEXT
    ? contextTokens
    : undefined;
}
