import type { PromptWords } from "./prompt-words.js";

/** A tool as chat models are given it: OpenAI's form, which LangChain brings to every provider's. */
export interface ToolDefinition {
  readonly type: "function";
  readonly function: {
    readonly name: string;
    readonly description: string;
    /** A JSON schema. */
    readonly parameters: Readonly<Record<string, unknown>>;
  };
}

/** The tool `answer`, and in front of it `retrieve` where one may look something up. */
export function toolDefinitions(
  words: PromptWords["tools"],
  mayRetrieve: boolean,
): readonly ToolDefinition[] {
  const queries = { type: "array", items: { type: "string" }, description: words.queries };
  const text = { type: "string", description: words.text };
  const answer = definition("answer", words.answer, { text });
  return mayRetrieve ? [definition("retrieve", words.retrieve, { queries }), answer] : [answer];
}

function definition(
  name: string,
  description: string,
  properties: Readonly<Record<string, unknown>>,
): ToolDefinition {
  const required = Object.keys(properties);
  const parameters = { type: "object", properties, required, additionalProperties: false };
  return { type: "function", function: { name, description, parameters } };
}
