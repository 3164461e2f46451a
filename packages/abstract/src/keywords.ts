import { type Abstracter, type ChatModel, requireWhole } from "@psi/core";
import { keywordsOfAbstracts } from "./prompts/keywords-of-abstracts.js";
import { keywordsOfPassages } from "./prompts/keywords-of-passages.js";
import { readKeywords } from "./read-keywords.js";
import { type WrittenOptions, written } from "./written.js";

export interface KeywordsOptions extends WrittenOptions {
  /** The most phrases, 3 to 200; 20 when left out. */
  readonly maxKeywords?: number;
}

/**
 * Lets a chat model list phrases for a group, with "; " between them: kinds of information, shared themes,
 * what sets the parts apart. In all else like `summary`.
 *
 * @param model any LangChain chat model; it retries failed calls by its own options.
 * @throws PsiError `invalid-option`; from calls `model-failed` when the model throws, and the signal's reason.
 */
export function keywords(model: ChatModel, options: KeywordsOptions = {}): Abstracter {
  const maxKeywords = requireWhole("maxKeywords", options.maxKeywords ?? 20, 3, 200);
  const kind = {
    kind: "keywords",
    leafPrompt: keywordsOfPassages,
    upperPrompt: keywordsOfAbstracts,
    limit: maxKeywords,
    limitName: "maxKeywords",
    replyTokens: maxKeywords * 6,
    read: (reply: string) => readKeywords(reply, maxKeywords),
  };
  return written(model, kind, options);
}
