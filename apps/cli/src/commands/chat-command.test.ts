import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Asked, type ChatServer, chatServer, type Said } from "../testing/chat-server.js";
import { islandIndex, psi, type Workplace, workplace } from "../testing/psi.js";

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

const lines = (...typed: readonly string[]): { readonly input: string } => ({
  input: typed.map((line) => `${line}\n`).join(""),
});
const chat = (input: { readonly input: string }, ...args: readonly string[]) =>
  psi(["chat", index, ...args], input);

const isFollowUp = ({ body }: Asked): boolean =>
  body.tools === undefined && JSON.stringify(body.messages).includes("And where was she born?");
/** Knows who paid, and where she was born. */
const knowing = (asked: Asked): Said =>
  isFollowUp(asked)
    ? { content: "Where was Edda Voss born?", usage: [50, 10] }
    : {
        tool: {
          name: "answer",
          args: {
            text: JSON.stringify(asked.body).includes("Question: Where was Edda")
              ? "Harrow [1]"
              : "Edda Voss [1]",
          },
        },
        usage: [500, 5],
      };

describe("psi chat", () => {
  it("answers what is piped in, one question a line, without a prompt", async () => {
    const { code, stdout, stderr } = await chat(
      lines("Who paid for the lighthouse?", "", "  /bread baked with barley?", "zeppelin?"),
      ...["--answer-length", "short"],
    );
    expect(code).toBe(0);
    expect(stdout).not.toContain("> ");
    const answers = stdout.split("\n\n");
    expect(answers[0]).toMatch(
      /^Edda Voss paid for .* \[1\]\n[\s\S]*1 round, \d passages · no model/,
    );
    expect(answers[1]).toContain("Bread on Skarn");
    expect(answers[2]).toMatch(/^Not mentioned\n/);
    expect(stderr).toMatch(/^3 questions · no model · \d\.\d\d s\n$/);
  });

  it("understands a follow-up, says how, and counts all of it", async () => {
    server = await chatServer(knowing);
    const { stdout, stderr } = await chat(
      lines("Who paid for the lighthouse?", "And where was she born?", "/sources", "/usage"),
      ...["--model", server.spec, "--price-prompt", "1", "--price-completion", "1"],
    );
    const [first, second, sources, usage] = stdout.split("\n\n");
    expect(first).toMatch(/^Edda Voss \[1\]\n.* · 1 model call, 505 tokens · cost 0\.00051 · /);
    expect(second).toMatch(
      /^Asked as: Where was Edda Voss born\?\nHarrow \[1\]\n.* 2 model calls, 565 /,
    );
    expect(sources).toBe(
      "[1] Edda Voss · light-5 · light.md\n    Edda Voss was born in Harrow and owned three herring boats.",
    );
    expect(usage).toMatch(/^2 questions · 3 model calls, 1,070 tokens · cost 0\.0011 · /);
    expect(stderr).toContain(usage);
  });

  it("forgets what was said before at /new, but not what it cost", async () => {
    server = await chatServer(knowing);
    const { stdout, stderr } = await chat(
      lines("Who paid for the lighthouse?", "/new", "And where was she born?", "/usage"),
      ...["--model", server.spec, "--max-tokens", "9000"],
    );
    expect(stdout).not.toContain("Asked as");
    expect(stdout).toContain("2 questions · 2 model calls, 1,010 tokens");
    expect(stderr).toContain("forgotten");
  });

  it("keeps its limits for all questions together", async () => {
    server = await chatServer(knowing);
    const { code, stdout } = await chat(
      lines("Who paid for the lighthouse?", "/new", "Who paid for the lighthouse?"),
      ...["--model", server.spec, "--max-tokens", "900"],
    );
    expect(code).toBe(0);
    expect(server.asked.length).toBe(1);
    expect(stdout).toContain("Note: The limit of tokens was reached");
  });

  it("rewrites follow-ups for answers that quote, too", async () => {
    server = await chatServer(knowing);
    const { stdout } = await chat(
      lines("Who paid for the lighthouse?", "And where was she born?"),
      ...["--model", server.spec, "--policy", "extractive"],
    );
    expect(stdout).toContain("Asked as: Where was Edda Voss born?\n");
    expect(stdout).toContain("Edda Voss was born in Harrow");
    expect(server.asked.length).toBe(1);
  });

  it("prints a JSON document a line", async () => {
    server = await chatServer(knowing);
    const { stdout } = await chat(
      lines("Who paid for the lighthouse?", "/usage", "And where was she born?"),
      ...["--model", server.spec, "--json"],
    );
    const [first, second, ...more] = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(more).toEqual([]);
    expect(first).toMatchObject({
      question: "Who paid for the lighthouse?",
      answer: "Edda Voss [1]",
    });
    expect(second).toMatchObject({
      question: "And where was she born?",
      standalone: "Where was Edda Voss born?",
      answer: "Harrow [1]",
      usage: { modelCalls: 2 },
      session: { modelCalls: 3, promptTokens: 1050 },
    });
    expect(second.steps[0].kind).toBe("rewriting");
  });

  it("explains its commands, ends at /quit, and knows no others", async () => {
    const { code, stdout, stderr } = await chat(
      lines("/help", "/sources", "/sorces x", "/quit", "lens?"),
    );
    expect(code).toBe(0);
    for (const command of ["/sources", "/usage", "/new", "/help", "/quit"]) {
      expect(stdout).toContain(`\n  ${command} `);
    }
    expect(stdout).toContain("No question was answered yet.");
    expect(stdout).not.toContain("lens");
    expect(stderr).toBe(
      "There is no /sorces x. /help shows what there is; a question may begin with a space.\n",
    );
  });

  it("goes on after a model that fails, and ends with a fault", async () => {
    let broken = true;
    server = await chatServer((asked) => {
      if (!broken) return knowing(asked);
      broken = false;
      return 401;
    });
    const { code, stdout, stderr } = await chat(
      lines("Who paid for the lighthouse?", "/new", "Who paid for the lighthouse?"),
      ...["--model", server.spec],
    );
    expect(code).toBe(3);
    expect(stdout).toContain("Note: The model failed");
    expect(stdout).toContain("\n\nEdda Voss [1]\n");
    expect(stderr).toContain("psi: The model failed");
  });

  it("ends as a whole at Ctrl-C where questions are piped in", async () => {
    const { spec, asked, nextRequest, close } = await chatServer(() => undefined);
    const { code, stdout } = await psi(["chat", index, "--model", spec], {
      ...lines("Who paid for the lighthouse?", "Who ground the lens?"),
      onStart: (child) => nextRequest().then(() => child.kill("SIGINT")),
    });
    close();
    expect(code).toBe(130);
    expect(asked.length).toBe(1);
    expect(stdout).toContain("Note: It was stopped");
  });

  it("is silent where nothing is asked", async () => {
    expect(await chat({ input: "" })).toEqual({ code: 0, stdout: "", stderr: "" });
  });

  it("refuses what would do nothing", async () => {
    expect(await chat({ input: "" }, "--max-tokens", "5")).toMatchObject({ code: 2, stdout: "" });
    expect((await psi(["chat", place.path("none.psi")])).code).toBe(2);
  });
});
