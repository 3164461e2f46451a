import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chatServer } from "../testing/chat-server.js";
import { islandIndex, psi, psiJson, type Workplace, workplace } from "../testing/psi.js";

let place: Workplace;
let index: string;
beforeAll(async () => {
  place = await workplace();
  index = await islandIndex(place);
});
afterAll(() => place.remove());

const question = "Who paid for the first lighthouse of Skarn?";

describe("psi ask", () => {
  it("answers without a model in the passages' own sentences, each with its citation", async () => {
    const { answer, citations, evidence } = await psiJson(["ask", index, question]);
    expect(answer).toContain("Edda Voss paid for the first lighthouse of Skarn in 1841. [1]");
    const { passageId, start, end } = citations[0];
    const cited = evidence.find(({ id }: { id: string }) => id === passageId);
    expect(cited.text.slice(start, end)).toBe(
      "Edda Voss paid for the first lighthouse of Skarn in 1841.",
    );
    const { stdout } = await psi(["ask", index, question]);
    expect(stdout).toContain("\nSources\n[1]  light-1 · light.md\n");
    expect(stdout).toMatch(/\nPassages\n 1 The first light .*words 1/);
  });

  it("lets a model answer from the passages, and keeps the citations that stand for one", async () => {
    const server = await chatServer(() => "<think>Hm.</think>It was Edda Voss [1], they say [99].");
    try {
      const args = ["ask", index, question, "--model", server.spec, "--limit", "2"];
      const { answer, citations, evidence } = await psiJson(args);
      expect(answer).toBe("It was Edda Voss [1], they say.");
      expect(citations).toEqual([expect.objectContaining({ number: 1, passageId: "light-1" })]);
      expect(evidence.length).toBe(2);
      expect(server.asked.length).toBe(1);
      const told = JSON.stringify(server.asked[0]?.body.messages);
      expect(told).toContain(question);
      expect(told).toContain("Edda Voss paid for the first lighthouse");
    } finally {
      server.close();
    }
  });

  it("says with its exit code that nothing was found, and asks no model then", async () => {
    const server = await chatServer(() => "Never said.");
    const { code, stdout } = await psi(["ask", index, "zeppelin?", "--model", server.spec]);
    server.close();
    expect(code).toBe(1);
    expect(stdout).toContain("Not mentioned");
    expect(server.asked).toEqual([]);
  });

  it("calls a model that refuses a fault, and says what it said", async () => {
    const server = await chatServer(() => 401);
    const { code, stdout, stderr } = await psi(["ask", index, question, "--model", server.spec]);
    server.close();
    expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
    expect(stderr).toContain("401");
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
