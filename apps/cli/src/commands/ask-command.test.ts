import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type ChatServer, chatServer, type Said } from "../testing/chat-server.js";
import { islandIndex, psi, psiJson, type Workplace, workplace } from "../testing/psi.js";

let place: Workplace;
let index: string;
beforeAll(async () => {
  place = await workplace();
  index = await islandIndex(place);
});
afterAll(() => place.remove());

let server: ChatServer | undefined;
afterEach(() => {
  server?.close();
  server = undefined;
});
/** A server that says one thing after another, the last for ever. */
async function saying(...replies: readonly (string | Said)[]): Promise<ChatServer> {
  let at = 0;
  server = await chatServer(() => replies[Math.min(at++, replies.length - 1)]);
  return server;
}

const question = "Who paid for the first lighthouse of Skarn?";
const sentence = "Edda Voss paid for the first lighthouse of Skarn in 1841.";
const birthplace = "birthplace of Edda Voss, who paid for the lighthouse";
const hops: readonly Said[] = [
  {
    content: "Edda Voss paid [1]. Where was she born?",
    tool: { name: "retrieve", args: { queries: [birthplace] } },
    usage: [700, 40],
  },
  { tool: { name: "answer", args: { text: "Harrow [2]" } }, usage: [900, 10] },
];

describe("psi ask", () => {
  it("answers without a model in the passages' own sentences, each with its citation", async () => {
    const { answer, answered, ending, citations, evidence, usage } = await psiJson([
      ...["ask", index, question],
    ]);
    expect({ answered, ending }).toEqual({ answered: true, ending: "answered" });
    expect(answer).toContain(`${sentence} [1]`);
    expect(citations).toContainEqual({
      number: 1,
      passageId: "light-1",
      title: "The first light",
      source: "light.md",
      start: 0,
      end: sentence.length,
      text: sentence,
    });
    expect(evidence[0]).toMatchObject({
      number: 1,
      id: "light-1",
      rank: 1,
      round: 1,
      query: question,
    });
    expect(usage.modelCalls).toBe(0);
    const { stdout, stderr } = await psi(["ask", index, question, "--answer-length", "short"]);
    expect(stderr).toBe("");
    expect(stdout).toContain(`${sentence} [1]\n`);
    expect(stdout).toContain("\nSources\n[1] The first light · light-1 · light.md\n");
    expect(stdout).toMatch(/\n1 round, \d passages · no model · \d\.\d\d s\n$/);
  });

  it("gives the place of a cited sentence in its file, and shows its lines", async () => {
    const text =
      "# Tides\n\nThe tide is high at noon. The harbour master, Pim Oss, rings a bell then.\n";
    const file = await place.write("tides.md", text);
    const out = place.path("tides.psi");
    await psi(["index", file, "--out", out, "--no-vectors"]);
    const { citations } = await psiJson(["ask", out, "Who is the harbour master?"]);
    for (const { text: cited, sourceSpan } of citations) {
      expect(text.slice(sourceSpan.start, sourceSpan.end)).toBe(cited);
    }
    expect(citations.length).toBeGreaterThan(0);
    expect(citations.at(-1).sourceLines).toEqual({ first: 3, last: 3 });
    const { stdout } = await psi(["ask", out, "Who is the harbour master?"]);
    expect(stdout).toMatch(/\n\[1\] Tides · tides\.md:(?:1, )?3\n/);
  });

  it("lets a model look up what is missing, then answer, and tells each step", async () => {
    const { spec, asked } = await saying(...hops);
    const { answer, citations, steps, usage } = await psiJson([
      ...["ask", index, "Where was she born who paid for the lighthouse?", "--model", spec],
      ...["--price-prompt", "0.5", "--price-completion", "4"],
    ]);
    expect(answer).toBe("Harrow [2]");
    expect(citations).toEqual([
      expect.objectContaining({ number: 2, passageId: "light-5", title: "Edda Voss" }),
    ]);
    expect(steps.map(({ kind }: { kind: string }) => kind)).toEqual([
      ...["decision", "retrieval", "decision", "retrieval", "decision"],
    ]);
    expect(steps[2].action).toMatchObject({ kind: "retrieve", queries: [birthplace] });
    expect(steps[3].found[0]).toContain("light-5");
    expect(usage).toMatchObject({ modelCalls: 2, promptTokens: 1600, completionTokens: 50 });
    expect(usage).toMatchObject({ estimated: false, cost: (1600 * 0.5 + 50 * 4) / 1e6 });
    expect(asked[0]?.body.tools?.length).toBe(2);
  });

  it("shows a model's answer, what it cites, and with --steps how it came to it", async () => {
    const { spec } = await saying(...hops);
    const args = ["ask", index, "Where was the one born who paid?", "--model", spec, "--steps"];
    const { code, stdout, stderr } = await psi(args);
    expect(code).toBe(0);
    expect(stdout.replace(/\d\.\d\d s/, "… s")).toBe(
      [
        "Harrow [2]",
        "",
        "Sources",
        "[2] Edda Voss · light-5 · light.md",
        "    Edda Voss was born in Harrow and owned three herring boats.",
        "",
        "2 rounds, 5 passages · 2 model calls, 1,650 tokens · … s",
        "",
      ].join("\n"),
    );
    expect(stderr).toContain("Thought   Edda Voss paid [1]. Where was she born?\n");
    expect(stderr).toContain(`Look up   ${birthplace}\n`);
    expect(stderr).toMatch(/Found {5}\d passages in .*Edda Voss/);
    expect(stderr).toContain("Answer    Harrow [2]\n");
  });

  it("talks in plain text where that is asked for", async () => {
    const { spec, asked } = await saying(
      "<think>Hm.</think>Retrieve: Edda Voss",
      "Answer: Harrow [1] [99]",
    );
    const { answer, notes } = await psiJson([
      ...["ask", index, question, "--model", spec, "--protocol", "text"],
    ]);
    expect(answer).toBe("Harrow [1]");
    expect(notes.join()).toContain("[99]");
    expect(asked.map(({ body }) => body.tools)).toEqual([undefined, undefined]);
  });

  it.each([
    ["single-pass", ["Answer: Edda Voss [1]"], 1],
    [
      "interleave",
      ["Edda Voss owned boats.", "So the answer is: Edda.", "Answer: Edda Voss [1]"],
      3,
    ],
    ["decompose", ["1. Who owned the boats?", "Answer: Edda", "Answer: Edda Voss [1]"], 3],
  ])("answers by --policy %s", async (policy, replies, calls) => {
    const { spec, asked } = await saying(...replies);
    const { answer, usage } = await psiJson([
      ...["ask", index, question, "--model", spec, "--policy", policy],
    ]);
    expect(answer).toBe("Edda Voss [1]");
    expect(usage).toMatchObject({ modelCalls: calls, estimated: true });
    expect(asked.length).toBe(calls);
  });

  it("looks up a script instead, one query a round", async () => {
    const script = ["--script", "lens of telescopes", "--script", "bakery barley"];
    const { steps } = await psiJson(["ask", index, question, ...script]);
    const retrievals = steps.filter(({ kind }: { kind: string }) => kind === "retrieval");
    expect(retrievals.map(({ queries }: { queries: string[] }) => queries)).toEqual([
      ...[["lens of telescopes"], ["bakery barley"]],
    ]);
    expect(retrievals[1].found[0][0]).toBe("bread-1");
    const { spec, asked } = await saying("Answer: Nobody [1]");
    expect((await psiJson(["ask", index, question, ...script, "--model", spec])).answer).toBe(
      "Nobody [1]",
    );
    expect(asked.length).toBe(1);
  });

  it("asks for an answer of the wanted length, in replies of so many tokens", async () => {
    const { spec, asked } = await saying("Answer: Edda Voss paid for it [1].");
    await psiJson([
      "ask",
      index,
      question,
      "--model",
      spec,
      "--answer-length",
      "long",
      "--reply-tokens",
      "64",
    ]);
    expect(JSON.stringify(asked[0]?.body.messages)).toContain("several paragraphs");
    expect(asked[0]?.body).toMatchObject({ max_tokens: 64 });
  });

  it("says with its exit code that the passages do not tell", async () => {
    const nothing = await psi(["ask", index, "zeppelin?"]);
    expect(nothing).toMatchObject({ code: 1, stdout: expect.stringMatching(/^Not mentioned\n/) });
    const { spec } = await saying({ tool: { name: "answer", args: { text: "Not mentioned" } } });
    const { code, stdout } = await psi(["ask", index, question, "--model", spec]);
    expect({ code, told: stdout.split("\n")[0] }).toEqual({ code: 1, told: "Not mentioned" });
  });

  it.each([
    [["--policy", "decompose"], "Add --model"],
    [["--policy", "extractive", "--model", "ollama:x"], "Leave out --model"],
    [["--max-cost", "1", "--model", "ollama:x"], "needs prices"],
    [["--script", ""], "has no query"],
    [["--max-retrievals", "auto", "--model", "openai:x@http://127.0.0.1:9/v1"], "embedder"],
  ])("refuses %j", async (args, message) => {
    const { code, stdout, stderr } = await psi(["ask", index, question, ...args]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(message);
  });

  it("says what to install where a model's package is missing", async () => {
    // Makes the package unresolvable, as on a machine where it was never installed.
    const hook =
      "export const resolve = (name, context, next) => { " +
      "if (name.startsWith('@langchain/ollama')) throw new Error('no ' + name); return next(name, context); }";
    const register = `import { register } from "node:module"; register("data:text/javascript,${encodeURIComponent(hook)}");`;
    const environment = {
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(register)}`,
    };
    const { code, stderr } = await psi(["ask", index, question, "--model", "ollama:x"], {
      environment,
    });
    expect(code).toBe(3);
    expect(stderr).toContain("npm install @langchain/ollama");
  });

  it("reads a key from nowhere but the environment", async () => {
    const { code, stderr } = await psi(["ask", index, question, "--model", "openai:x"]);
    expect(code).toBe(2);
    expect(stderr).toContain("OPENAI_API_KEY");
  });
});
