import { execFile } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { openaiServer, type ServerReply } from "./openai-server.js";
import { plainEnvironment } from "./pack-packages.js";
import { ROOT } from "./workspace.js";

const execute = promisify(execFile);

/** Every example, and what its output must tell. The demo is tested through `npm run demo`. */
const EXAMPLES: Readonly<Record<string, (output: string) => void>> = {
  demo(output) {
    expect(output).toContain("Question 5 of 5");
  },
  "langchain-chain"(output) {
    expect(output.trim()).toBe("In Dell.");
  },
  "langgraph-agent"(output) {
    const [asked, first, second, answered, searched, last] = output.trim().split("\n");
    expect(asked).toBe('→ ask_almanac {"question":"Where did the first printer live?"}');
    expect(first).toBe("  looks up: Where did the first printer live?");
    expect(second).toBe("  looks up: Ines Vail, the printer");
    expect(answered).toMatch(/^ {2}answers: In Dell/);
    expect(searched).toBe('→ search_almanac {"query":"Dell"}');
    expect(last).toBe("In Dell, known for its three mills (almanac-2, almanac-3).");
  },
  "mix-and-match"(output) {
    const lines = output.trim().split("\n");
    const found = new Map(lines.map((line) => [line.slice(0, 32).trim(), line.slice(33)]));
    expect(lines).toHaveLength(9);
    // What closed the railway is found whatever searches; another store changes nothing at all.
    for (const [name, line] of found) {
      if (name !== "embedder: another one") expect(line, name).toContain("closure");
    }
    const defaults = found.get("the defaults") as string;
    expect(found.get("store: one file")).toBe(defaults);
    expect(found.get("store: a LangChain byte store")).toBe(defaults);
    expect(found.get("embedder: none, words alone")).toContain("(no tree)");
    expect(found.get("abstracter: a chat model")).toContain("A written abstract");
    for (const name of ["abstracter: sentences, no model", "embedder: another one"]) {
      expect(found.get(name)).not.toBe(defaults);
    }
  },
};

const calls = (name: string, args: object): ServerReply => ({ toolCalls: [{ name, args }] });

/** What the model says in examples that ask one. */
const MODELS: Readonly<Record<string, readonly ServerReply[]>> = {
  "langgraph-agent": [
    calls("ask_almanac", { question: "Where did the first printer live?" }),
    calls("retrieve", { queries: ["Ines Vail, the printer"] }),
    calls("answer", { text: "In Dell [1]" }),
    calls("search_almanac", { query: "Dell" }),
    { text: "In Dell, known for its three mills (almanac-2, almanac-3)." },
  ],
};

it("every example has its check", () => {
  const folders = readdirSync(join(ROOT, "examples")).filter((name) =>
    existsSync(join(ROOT, "examples", name, "run.mjs")),
  );
  expect(folders.sort()).toEqual(Object.keys(EXAMPLES).sort());
});

it.each(Object.entries(EXAMPLES))(
  "%s",
  async (name, check) => {
    const replies = MODELS[name] ?? [];
    const server = await openaiServer(replies);
    try {
      const model = { OPENAI_BASE_URL: server.url, OPENAI_API_KEY: "test-key" };
      const script = join(ROOT, "examples", name, "run.mjs");
      const { stdout } = await execute(process.execPath, [script], {
        cwd: ROOT,
        env: plainEnvironment({ NO_COLOR: "1", ...model }),
        timeout: 120_000,
      });
      check(stdout);
      expect(server.requests).toHaveLength(replies.length);
    } finally {
      await server.close();
    }
  },
  120_000,
);
