import { describe, expect, it } from "vitest";
import { parseModelSpec } from "./model-spec.js";

const refusal = (spec: string, baseUrl?: string): string => {
  try {
    parseModelSpec(spec, baseUrl);
  } catch (thrown) {
    expect(thrown).toMatchObject({ name: "PsiError", code: "invalid-option" });
    return (thrown as Error).message;
  }
  throw new Error(`"${spec}" was taken.`);
};

describe("parseModelSpec", () => {
  it("reads kind, name and address", () => {
    expect(parseModelSpec("ollama:qwen3:8b")).toEqual({ kind: "ollama", name: "qwen3:8b" });
    expect(parseModelSpec("openai:org/name@http://127.0.0.1:8000/v1")).toEqual({
      kind: "openai",
      name: "org/name",
      baseUrl: "http://127.0.0.1:8000/v1",
    });
    expect(parseModelSpec("gguf:C:\\models\\a@http://b.gguf")).toEqual({
      kind: "gguf",
      name: "C:\\models\\a@http://b.gguf",
    });
  });

  it("prefers the address given apart, and keeps an @ that begins none", () => {
    expect(parseModelSpec("ollama:m@http://a.test", "http://b.test").baseUrl).toBe("http://b.test");
    expect(parseModelSpec("openai:me@home")).toEqual({ kind: "openai", name: "me@home" });
  });

  it("refuses what names no model, saying what would", () => {
    for (const spec of ["", "gpt-5", "claude:x", ":x", "openai", "OpenAI:x"]) {
      expect(refusal(spec)).toContain("ollama:");
    }
    expect(refusal("openai:")).toContain('no model after "openai:"');
    expect(refusal("ollama: ")).toContain('no model after "ollama:"');
  });

  it("refuses an address that is none, or that belongs to a file", () => {
    expect(refusal("openai:x", "localhost:8000")).toContain("localhost:8000");
    expect(refusal("openai:x", "ftp://a.test")).toContain("http://");
    expect(refusal("gguf:x", "http://a.test")).toContain("Leave out --base-url");
  });

  it.each([
    "edda:kelp-77@localhost:8000",
    "ftp://edda:kelp-77@a.test",
    "http//edda:kelp@77@a.test",
    "http://edda:kelp-77@a b",
  ])("repeats no password of the address %s", (url) => {
    for (const message of [refusal("openai:x", url), refusal(`claude:x@${url}`)])
      expect(message).not.toMatch(/kelp/);
    expect(refusal("openai:x", url)).toContain("***@");
  });
});
