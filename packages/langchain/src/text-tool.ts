import type { CallbackManagerForToolRun } from "@langchain/core/callbacks/manager";
import { ToolMessage } from "@langchain/core/messages";
import { patchConfig } from "@langchain/core/runnables";
import {
  DynamicStructuredTool,
  type StructuredToolCallInput,
  ToolInputParsingException,
  type ToolReturnType,
  type ToolRunnableConfig,
} from "@langchain/core/tools";

/** JSON Schema of one text, so that no schema library is needed. */
export interface TextSchema<Key extends string> {
  readonly type: "object";
  readonly properties: Readonly<
    Record<Key, { readonly type: "string"; readonly description: string }>
  >;
  readonly required: [Key];
  readonly additionalProperties: false;
}

/** A tool that takes one text, and gives the model a text and the program an artifact. */
export type TextTool<Key extends string, Artifact> = DynamicStructuredTool<
  TextSchema<Key>,
  Readonly<Record<Key, string>>,
  Readonly<Record<Key, string>>,
  [text: string, artifact: Artifact]
>;

export interface TextToolFields<Key extends string, Artifact> {
  readonly name: string;
  readonly description: string;
  /** The name of its only argument, and what the model is told of it. */
  readonly key: Key;
  readonly keyDescription: string;
  /** What the model is shown in place of the argument when it gave something else, such as "<a question>". */
  readonly placeholder: string;
  /** The artifact of a call whose input does not fit. */
  readonly none: Artifact;
  /** Called with a text that is not blank, and with a configuration whose callbacks are the tool run's. */
  readonly answer: (
    text: string,
    config: ToolRunnableConfig,
  ) => Promise<[text: string, artifact: Artifact]>;
}

/**
 * Makes a tool of one text. Input that does not fit becomes a tool message with status "error" which tells
 * the model what to give; what `answer` throws is thrown.
 */
export function textTool<Key extends string, Artifact>(
  fields: TextToolFields<Key, Artifact>,
): TextTool<Key, Artifact> {
  return new ForgivingTool(fields);
}

/** LangChain throws for input that does not fit the schema, which ends loops that do not expect it. */
class ForgivingTool<Key extends string, Artifact> extends DynamicStructuredTool<
  TextSchema<Key>,
  Readonly<Record<Key, string>>,
  Readonly<Record<Key, string>>,
  [text: string, artifact: Artifact]
> {
  readonly #fields: TextToolFields<Key, Artifact>;

  constructor(fields: TextToolFields<Key, Artifact>) {
    const { name, description, key, answer } = fields;
    super({
      name,
      description,
      schema: schemaOf(fields),
      responseFormat: "content_and_artifact",
      verboseParsingErrors: true,
      func: async (
        input: Readonly<Record<Key, string>>,
        run?: CallbackManagerForToolRun,
        config: ToolRunnableConfig = {},
      ) => {
        const text = input[key].trim();
        if (text === "")
          throw new ToolInputParsingException(`The ${key} is empty.`, JSON.stringify(input));
        const inside =
          run === undefined ? config : patchConfig(config, { callbacks: run.getChild() });
        return answer(text, inside);
      },
    });
    this.#fields = fields;
  }

  override async call<
    TArg extends StructuredToolCallInput<TextSchema<Key>, Readonly<Record<Key, string>>>,
    TConfig extends ToolRunnableConfig | undefined,
  >(
    input: TArg,
    config?: TConfig,
    tags?: string[],
  ): Promise<ToolReturnType<NonNullable<TArg>, TConfig, [text: string, artifact: Artifact]>> {
    try {
      return await super.call(input, config, tags);
    } catch (thrown) {
      if (!(thrown instanceof ToolInputParsingException)) throw thrown;
      const { key, placeholder } = this.#fields;
      const told = `${thrown.message}\nCall ${this.name} with {"${key}": "${placeholder}"}.`;
      const id = toolCallId(input, config);
      const reply = id === undefined ? told : this.#errorMessage(told, id);
      return reply as ToolReturnType<NonNullable<TArg>, TConfig, [string, Artifact]>;
    }
  }

  #errorMessage(content: string, tool_call_id: string): ToolMessage {
    return new ToolMessage({
      status: "error",
      content,
      artifact: this.#fields.none,
      tool_call_id,
      name: this.name,
    });
  }
}

function schemaOf<Key extends string>({
  key,
  keyDescription,
}: Pick<TextToolFields<Key, unknown>, "key" | "keyDescription">): TextSchema<Key> {
  return {
    type: "object",
    properties: {
      [key]: { type: "string", description: keyDescription },
    } as TextSchema<Key>["properties"],
    required: [key],
    additionalProperties: false,
  };
}

function toolCallId(input: unknown, config: ToolRunnableConfig | undefined): string | undefined {
  const { type, id } = (input ?? {}) as { readonly type?: unknown; readonly id?: string };
  return type === "tool_call" && id !== undefined ? id : config?.toolCall?.id;
}
