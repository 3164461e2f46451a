import type { AgentPolicy, ChatModel } from "@psi/core";
import type { AskOptions } from "@psi/rag";
import type { AgentFlags } from "./agent-flags.js";
import { searchChoices } from "./command-options.js";
import { fusionChoice } from "./fusion-choice.js";
import type { OpenedModel } from "./models/opened-model.js";

/** The flags as an index takes them. See `checkAgentFlags` for what goes together. */
export async function askOptions(
  flags: AgentFlags,
  opened: OpenedModel | undefined,
): Promise<AskOptions> {
  const { limit, answerLength, protocol, maxTokens, maxCost, timeout } = flags;
  const { pricePrompt, priceCompletion } = flags;
  const { fuse } = await fusionChoice(flags);
  const model = opened && knowingItsWindow(opened);
  const policy = await policyFor(flags, model);
  const maxRetrievals = flags.maxRetrievals ?? flags.script?.length;
  return {
    ...searchChoices(flags),
    limit,
    ...(fuse && { fuse }),
    ...(model && { model }),
    ...(policy && { policy }),
    ...(answerLength && { answerLength }),
    ...(protocol !== undefined && protocol !== "auto" && { protocol }),
    ...(maxRetrievals !== undefined && { maxRetrievals }),
    ...(maxTokens !== undefined && { maxTokens }),
    ...(maxCost !== undefined && { maxCost }),
    ...(pricePrompt !== undefined &&
      priceCompletion !== undefined && {
        prices: { prompt: pricePrompt, completion: priceCompletion },
      }),
    ...(timeout !== undefined && { timeout: Math.max(1, timeout * 1000) }),
  };
}

/** Policies fit passages into the window that the model itself tells. */
function knowingItsWindow({ model, contextTokens }: OpenedModel): ChatModel {
  return contextTokens === undefined ? model : Object.assign(model, { contextTokens });
}

/** Undefined where the index's own choice is meant: read and answer with a model, quote without. */
async function policyFor(
  flags: AgentFlags,
  model: ChatModel | undefined,
): Promise<AgentPolicy | undefined> {
  const { policy, script } = flags;
  const isDefault = policy === undefined || policy === "read-and-answer" || model === undefined;
  if (isDefault && script === undefined) return undefined;
  const answering = await answeringPolicy(flags, model);
  if (script === undefined) return answering;
  const { scripted } = await import("@psi/agent");
  return scripted(script, { answerWith: answering });
}

async function answeringPolicy(
  { policy, answerLength, protocol = "auto" }: AgentFlags,
  model: ChatModel | undefined,
): Promise<AgentPolicy> {
  const agent = await import("@psi/agent");
  const length = answerLength === undefined ? {} : { answerLength };
  if (model === undefined || policy === "extractive") {
    const { multilingual } = await import("@psi/sparse");
    return agent.extractive({ ...length, tokenizer: multilingual() });
  }
  if (policy === "single-pass") return agent.singlePass(model, length);
  if (policy === "interleave") return agent.interleave(model, length);
  if (policy === "decompose") return agent.decompose(model, length);
  return agent.readAndAnswer(model, { ...length, protocol });
}
