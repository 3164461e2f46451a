import type { ChildProcess } from "node:child_process";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Asked, type ChatServer, chatServer, type Said } from "../testing/chat-server.js";
import { islandIndex, psi, type Ran, type Workplace, workplace } from "../testing/psi.js";

let place: Workplace;
let index: string;
beforeAll(async () => {
  place = await workplace();
  index = await islandIndex(place);
});
afterAll(() => place.remove());

let server: ChatServer;
afterEach(() => server.close());

const question = "Who paid for the first lighthouse of Skarn?";
const sentence = "Edda Voss paid for the first lighthouse of Skarn in 1841. [1]";

/** Asks with a model that replies so. */
async function ask(
  reply: (asked: Asked) => string | Said | Uint8Array | number | undefined,
  args: readonly string[] = [],
  onStart?: (child: ChildProcess) => void,
): Promise<Ran> {
  server = await chatServer(reply);
  return psi(["ask", index, question, "--model", server.spec, ...args], onStart && { onStart });
}

/** A model that always wants to look up more. */
const insatiable = (): Said => ({
  tool: { name: "retrieve", args: { queries: [`lighthouse ${server.asked.length}`] } },
  usage: [900, 100],
});

describe("psi ask, where all is not well", () => {
  it.each([
    ["refuses", () => 401, "401"],
    ["breaks", () => 500, "500"],
    ["replies nonsense", () => new TextEncoder().encode("<html>"), "JSON"],
  ])(
    "prints what is known, and a fault, where the model %s",
    async (_, reply, said) => {
      const { code, stdout, stderr } = await ask(reply);
      expect(code).toBe(3);
      expect(stdout).toContain(sentence);
      expect(stdout).toContain("Note: The model failed, so the best sentences");
      expect(stderr).toMatch(/^psi: The model failed/);
      expect(stderr).toContain(said);
    },
    30_000,
  );

  it("prints one document and one error with --json", async () => {
    const { code, stdout, stderr } = await ask(() => 401, ["--json"]);
    expect(code).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({
      answered: true,
      ending: "failed",
      error: { code: "model-failed" },
      usage: { modelCalls: 1 },
    });
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: "model-failed" } });
  });

  it("asks again where a reply cannot be read, takes the last text, and says so", async () => {
    const { code, stdout } = await ask(() => "Well, well, well.");
    expect(server.asked.length).toBe(2);
    expect(code).toBe(0);
    expect(stdout.replace(/\s+/g, " ")).toContain("Note: The model was asked again");
    expect(stdout).toMatch(/^Well, well, well\.\n/);
  });

  it("looks up no more than it may", async () => {
    const { code, stdout, stderr } = await ask(insatiable, ["--max-retrievals", "2", "--steps"]);
    expect(stderr.match(/^Found/gm)?.length).toBe(2);
    expect(code).toBe(1);
    expect(stdout).toContain("Not mentioned");
  });

  it.each([
    ["tokens", ["--max-tokens", "1500"]],
    ["cost", ["--max-cost", "1.5", "--price-prompt", "1000", "--price-completion", "1000"]],
  ])("stops at a limit of %s, with what is known", async (limit, args) => {
    const { code, stdout } = await ask(insatiable, args);
    expect(code).toBe(0);
    expect(server.asked.length).toBe(1);
    expect(stdout).toContain(sentence);
    expect(stdout).toContain(`Note: The limit of ${limit} was reached`);
  });

  it("stops after its time, where the model never replies", async () => {
    const { code, stdout } = await ask(() => undefined, ["--timeout", "0.6"]);
    expect(code).toBe(0);
    expect(stdout).toContain(sentence);
    expect(stdout).toContain("Note: The time was over");
  });

  it.each([[[]], [["--json"]]])("stops at Ctrl-C, with what is known %j", async (json) => {
    const { code, stdout, stderr } = await ask(
      () => undefined,
      json,
      (child) => server.nextRequest().then(() => child.kill("SIGINT")),
    );
    expect({ code, stderr }).toEqual({ code: 130, stderr: "" });
    if (json.length > 0) expect(JSON.parse(stdout)).toMatchObject({ ending: "aborted" });
    else expect(stdout).toContain("Note: It was stopped");
    expect(stdout).toContain(sentence);
  });
});
