import {
  type Abstract,
  type Abstracter,
  type AbstractGroup,
  type ChatModel,
  estimateTokens,
  PsiError,
  partName,
  requireWhole,
} from "@psi/core";
import { type FenceTag, fenceText, type SplitReply } from "@psi/core/model-text";
import { askModel, type Message } from "./ask-model.js";
import { childrenOf } from "./children.js";
import { extractive } from "./extractive.js";
import { fitChildren } from "./fit-children.js";
import { fenceRule, type Prompt } from "./prompts/prompt.js";

/** What `summary` and `keywords` have in common. */
export interface WrittenOptions {
  /** The model's name, where the model does not tell it. Part of the abstracter's name. */
  readonly name?: string;
  /** The tokens that prompt and reply may have together, from 1,024; 4,096 when left out. */
  readonly contextWindow?: number;
  /** How many abstracts may be asked for at once, from 1; 4 when left out. */
  readonly concurrency?: number;
  /** Writes the abstract when two replies in a row cannot be used; `extractive()` when left out. */
  readonly fallback?: Abstracter;
  /** The language to write in, such as "English"; the texts' own when left out. */
  readonly language?: string;
}

/** One kind of abstract: what to ask for and what to accept. */
export interface WrittenKind {
  readonly kind: string;
  readonly leafPrompt: Prompt;
  readonly upperPrompt: Prompt;
  /** The most words or phrases, and the name of that option. */
  readonly limit: number;
  readonly limitName: string;
  /** How many tokens a reply of the full length has. */
  readonly replyTokens: number;
  /** A reply without all that is not the abstract, and what is wrong with it, if anything. */
  read(reply: string): Read;
}

/** A reply, cleaned; `problem` finishes the sentence "The reply …". */
export interface Read {
  readonly text: string;
  readonly notes: readonly string[];
  readonly problem?: string;
}

/** Tokens kept free for the frame of each message and for the remark of a second try. */
const spare = 80;
/** A reply may be twice as long as it should before it is refused. */
const replyRoom = 2;

/** An abstracter that asks a chat model, checks what it says, and asks once more. */
export function written(model: ChatModel, kind: WrittenKind, options: WrittenOptions): Abstracter {
  if (typeof model?.invoke !== "function") {
    throw new PsiError(
      "invalid-option",
      "The model has no invoke method. Give a LangChain chat model.",
    );
  }
  const contextWindow = requireWhole("contextWindow", options.contextWindow ?? 4096, 1024);
  const concurrency = requireWhole("concurrency", options.concurrency ?? 4, 1);
  const { fallback = extractive(), language } = options;
  if (language?.trim() === "") {
    throw new PsiError(
      "invalid-option",
      'language is blank. Give one, such as "English", or leave it out.',
    );
  }
  const setting: Setting = { kind, contextWindow, language };
  requireRoom(setting);
  const name = nameOf(options.name ?? partName(model, "name"), setting, fallback);
  const boundTo = (bound: Abstracter): Abstracter => ({
    name,
    free: false,
    concurrency,
    abstract: (group, { signal } = {}) => writeAbstract(model, setting, bound, group, signal),
    estimate: (group) => ({
      promptTokens: tokensOf(promptFor(setting, group).messages),
      completionTokens: kind.replyTokens,
    }),
    ...(bound.forCorpus && {
      forCorpus: (texts: Iterable<string>): Abstracter =>
        boundTo(bound.forCorpus?.(texts) ?? bound),
    }),
  });
  return boundTo(fallback);
}

interface Setting {
  readonly kind: WrittenKind;
  readonly contextWindow: number;
  readonly language: string | undefined;
}

function nameOf(
  model: string,
  { kind, contextWindow, language }: Setting,
  fallback: Abstracter,
): string {
  const versions = `${kind.leafPrompt.version}.${kind.upperPrompt.version}`;
  const settings = [`${kind.limitName} ${kind.limit}`, `contextWindow ${contextWindow}`];
  if (language !== undefined) settings.push(`language ${language}`);
  return `${kind.kind}/${versions} by ${model} (${settings.join(", ")}; else ${fallback.name})`;
}

/** The tokens for the fenced texts. */
function roomFor({ kind, contextWindow, language }: Setting, prompt: Prompt): number {
  const fixed = estimateTokens(systemText(prompt, kind.limit, language, "passage"));
  return contextWindow - fixed - estimateTokens(closing) - replyRoom * kind.replyTokens - spare;
}

function requireRoom(setting: Setting): void {
  const { kind, contextWindow } = setting;
  const room = Math.min(roomFor(setting, kind.leafPrompt), roomFor(setting, kind.upperPrompt));
  if (room >= 200) return;
  throw new PsiError(
    "invalid-option",
    `A contextWindow of ${contextWindow} tokens leaves no room for the texts. Give at least ${contextWindow + 200 - room}, or a smaller ${kind.limitName}.`,
  );
}

function systemText(
  prompt: Prompt,
  limit: number,
  language: string | undefined,
  tag: FenceTag,
): string {
  return `${prompt.instructions(limit, language)}\n${fenceRule(tag)}`;
}

/** Behind the texts: small models forget what stood before them. */
const closing = "These were all the texts. Now write what you were asked for, and nothing else.";

/** The same for the same group. */
function promptFor(
  setting: Setting,
  group: AbstractGroup,
): { readonly messages: readonly [Message, Message]; readonly notes: readonly string[] } {
  const { kind, language } = setting;
  const isUpper = group.layer > 1;
  const prompt = isUpper ? kind.upperPrompt : kind.leafPrompt;
  const tag = isUpper ? "abstract" : "passage";
  const frame = estimateTokens(fenceText(tag, "…"));
  const { texts, notes } = fitChildren(childrenOf(group), roomFor(setting, prompt), frame);
  const body = texts.map(({ text }) => fenceText(tag, text)).join("\n");
  const messages = [
    ["system", systemText(prompt, kind.limit, language, tag)],
    ["human", `${body}\n\n${closing}`],
  ] as const;
  return { messages, notes };
}

function tokensOf(messages: readonly Message[]): number {
  return messages.reduce((sum, [, text]) => sum + estimateTokens(text) + 4, 0);
}

async function writeAbstract(
  model: ChatModel,
  setting: Setting,
  fallback: Abstracter,
  group: AbstractGroup,
  signal: AbortSignal | undefined,
): Promise<Abstract> {
  const { messages, notes } = promptFor(setting, group);
  const [system, [, asked]] = messages;
  const first = readOf(setting, await askModel(model, messages, signal));
  if (first.problem === undefined) return { text: first.text, notes: [...notes, ...first.notes] };
  const again: Message = [
    "human",
    `${asked}\n\nYou were asked before, but the reply ${first.problem}. Try again.`,
  ];
  const second = readOf(setting, await askModel(model, [system, again], signal));
  if (second.problem === undefined) {
    const why = `Asked twice: the first reply ${first.problem}.`;
    return { text: second.text, notes: [...notes, ...second.notes, why] };
  }
  const instead = await fallback.abstract(group, signal === undefined ? {} : { signal });
  const reason = `Written by ${fallback.name} instead of the model: its first reply ${first.problem}, its second ${second.problem}.`;
  return { text: instead.text, notes: [...instead.notes, reason] };
}

function readOf({ kind }: Setting, { text, notes }: SplitReply): Read {
  const read = kind.read(text);
  return { ...read, notes: [...notes, ...read.notes] };
}
