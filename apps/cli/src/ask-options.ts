import type { AgentPolicy } from "@psi/core";
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
  const policy = await policyFor(flags, opened);
  const maxRetrievals = flags.maxRetrievals ?? flags.script?.length;
  return {
    ...searchChoices(flags),
    limit,
    ...(fuse && { fuse }),
    ...(opened && { model: opened.model }),
    ...windowOf(opened),
    ...(policy && { policy }),
    ...(answerLength && { answerLength }),
    ...(protocol && { protocol }),
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

/** Tokens that the model's window holds, where that is known. */
function windowOf(opened: OpenedModel | undefined): Pick<AskOptions, "contextTokens"> {
  return opened?.contextTokens === undefined ? {} : { contextTokens: opened.contextTokens };
}

/** Undefined where the index's own choice is meant: read and answer with a model, quote without. */
async function policyFor(
  flags: AgentFlags,
  opened: OpenedModel | undefined,
): Promise<AgentPolicy | undefined> {
  const { policy, script } = flags;
  const isDefault = policy === undefined || policy === "read-and-answer" || opened === undefined;
  if (isDefault && script === undefined) return undefined;
  const answering = await answeringPolicy(flags, opened);
  if (script === undefined) return answering;
  const { scripted } = await import("@psi/agent");
  return scripted(script, { answerWith: answering });
}

async function answeringPolicy(
  { policy, answerLength, protocol = "auto" }: AgentFlags,
  opened: OpenedModel | undefined,
): Promise<AgentPolicy> {
  const agent = await import("@psi/agent");
  const length = answerLength === undefined ? {} : { answerLength };
  if (opened === undefined || policy === "extractive") {
    const { multilingual } = await import("@psi/sparse");
    return agent.extractive({ ...length, tokenizer: multilingual() });
  }
  const { model } = opened;
  const options = { ...length, ...windowOf(opened) };
  if (policy === "single-pass") return agent.singlePass(model, options);
  if (policy === "interleave") return agent.interleave(model, options);
  if (policy === "decompose") return agent.decompose(model, options);
  return agent.readAndAnswer(model, { ...options, protocol });
}
