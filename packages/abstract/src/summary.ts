import { type Abstracter, type ChatModel, requireWhole } from "@psi/core";
import { summaryOfAbstracts } from "./prompts/summary-of-abstracts.js";
import { summaryOfPassages } from "./prompts/summary-of-passages.js";
import { readSummary } from "./read-summary.js";
import { type WrittenOptions, written } from "./written.js";

export interface SummaryOptions extends WrittenOptions {
  /** The most words, 20 to 2,000; 100 when left out. A Chinese or Japanese character is two thirds of one. */
  readonly maxWords?: number;
}

/**
 * Lets a chat model write a faithful paragraph about a group: what its texts have in common, then what each
 * adds. Abstracts of abstracts are asked for in other words than abstracts of passages.
 *
 * Texts that do not fit the window lose their tails, the least central ones first. A reply is cleaned of
 * labels and quotes; one that is empty or more than twice too long is asked for once more, then the
 * fallback writes instead. `notes` tells of each.
 *
 * @param model any LangChain chat model; it retries failed calls by its own options.
 * @throws PsiError `invalid-option`; from calls `model-failed` when the model throws, and the signal's reason.
 */
export function summary(model: ChatModel, options: SummaryOptions = {}): Abstracter {
  const maxWords = requireWhole("maxWords", options.maxWords ?? 100, 20, 2000);
  const kind = {
    kind: "summary",
    leafPrompt: summaryOfPassages,
    upperPrompt: summaryOfAbstracts,
    limit: maxWords,
    limitName: "maxWords",
    replyTokens: Math.ceil(maxWords * 1.5),
    read: (reply: string) => readSummary(reply, maxWords),
  };
  return written(model, kind, options);
}
