import { Command } from "commander";
import { describe, expect, it } from "vitest";
import {
  type AgentFlags,
  checkAgentFlags,
  withAgentOptions,
  withScriptOption,
} from "./agent-flags.js";
import { withModelOptions } from "./command-options.js";

/** The flags that a command line gives, checked. */
function flagsOf(...args: readonly string[]): AgentFlags {
  const command = withScriptOption(withAgentOptions(withModelOptions(new Command(), "answers")))
    .exitOverride()
    .configureOutput({ outputError: () => {} });
  const flags = command.parse([...args], { from: "user" }).opts<AgentFlags>();
  checkAgentFlags(flags);
  return flags;
}
const model = ["--model", "ollama:x"];

describe("the options of an answer", () => {
  it("are read as numbers, words and lists", () => {
    expect(
      flagsOf(
        ...[...model, "--policy", "read-and-answer", "--answer-length", "long"],
        ...["--max-retrievals", "4", "--max-tokens", "1000", "--timeout", "0.5"],
        ...["--max-cost", "0.05", "--price-prompt", ".25", "--price-completion", "2"],
        ...["--reply-tokens", "64", "--protocol", "text", "--script", "one", "--script", "two"],
      ),
    ).toEqual({
      model: "ollama:x",
      limit: 5,
      policy: "read-and-answer",
      answerLength: "long",
      maxRetrievals: 4,
      maxTokens: 1000,
      timeout: 0.5,
      maxCost: 0.05,
      pricePrompt: 0.25,
      priceCompletion: 2,
      replyTokens: 64,
      protocol: "text",
      script: ["one", "two"],
    });
    expect(flagsOf(...model, "--max-retrievals", "auto").maxRetrievals).toBe("auto");
  });

  it.each([
    [["--policy", "magic"], "read-and-answer, single-pass"],
    [["--answer-length", "huge"], "short, medium, long"],
    [["--max-retrievals", "0"], "from 1, or auto"],
    [["--max-retrievals", "many"], "from 1, or auto"],
    [["--max-tokens", "1.5"], "whole number from 1"],
    [["--max-cost", "-1"], "number from 0"],
    [["--max-cost", "1e3"], "number from 0"],
    [["--price-prompt", ""], "number from 0"],
    [["--timeout", "0"], "above 0"],
    [["--timeout", "9999999"], "at most"],
    [["--protocol", "json"], "auto, tools, text"],
  ])("refuse %j", (args, message) => {
    expect(() => flagsOf(...model, ...args)).toThrow(message);
  });

  it.each([
    [["--policy", "decompose"], "needs a model"],
    [["--max-tokens", "10"], "--max-tokens is for a model"],
    [["--price-prompt", "1"], "--price-prompt is for a model"],
    [["--reply-tokens", "1"], "--reply-tokens is for a model"],
    [["--max-retrievals", "2"], "extractive does it once"],
    [[...model, "--policy", "single-pass", "--max-retrievals", "2"], "single-pass does it once"],
    [[...model, "--policy", "interleave", "--protocol", "tools"], "interleave has no tools"],
    [[...model, "--price-prompt", "1"], "--price-completion"],
    [[...model, "--max-cost", "1"], "needs prices"],
  ])("refuse %j, of which one would do nothing", (args, message) => {
    expect(() => flagsOf(...args)).toThrow(message);
  });

  it("take rounds for a script, whoever answers", () => {
    expect(flagsOf("--script", "one", "--max-retrievals", "2").maxRetrievals).toBe(2);
  });
});
