import type { AgentStep, Usage } from "@psi/core";
import type { AskOptions, PsiIndex } from "@psi/rag";
import { noUsage, usageSum } from "./usage-sum.js";

/** Conversations over an index, one after the other, within limits that hold for all of them. */
export interface Talk {
  steps(question: string, signal: AbortSignal): AsyncIterable<AgentStep>;
  /** Begins another conversation: what was said before is forgotten. */
  restart(): void;
  /** What all of it cost; the time is that in which questions were answered. */
  readonly usage: Usage;
}

/** Starts a conversation. */
export function startTalk(index: Pick<PsiIndex, "chat">, options: AskOptions): Talk {
  let past = noUsage;
  let milliseconds = 0;
  let conversation = index.chat(options);
  const spent = (): Usage => ({ ...usageSum(past, conversation.usage), milliseconds });
  return {
    async *steps(question, signal) {
      const start = performance.now();
      try {
        yield* conversation.steps(question, { signal });
      } finally {
        milliseconds += performance.now() - start;
      }
    },
    restart() {
      past = spent();
      conversation = index.chat({ ...options, ...limitsLeft(options, past) });
    },
    get usage() {
      return spent();
    },
  };
}

/** A conversation counts for itself, so that a later one gets what earlier ones left. */
function limitsLeft(
  { maxTokens, maxCost }: AskOptions,
  { promptTokens, completionTokens, cost = 0 }: Usage,
): Pick<AskOptions, "maxTokens" | "maxCost"> {
  return {
    ...(maxTokens !== undefined && {
      // 1 lets no call through.
      maxTokens: Math.max(1, maxTokens - promptTokens - completionTokens),
    }),
    ...(maxCost !== undefined && { maxCost: Math.max(0, maxCost - cost) }),
  };
}
