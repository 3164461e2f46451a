import { request } from "node:http";
import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { isPsiError, PsiError } from "./errors.js";
import { maskSecrets, maskThrown } from "./mask-secrets.js";

const password = "kelp-and-tar-77";
const key = "sk-proj-9f8e7d6c5b4a39281706";

describe("maskSecrets", () => {
  it.each([
    [`connect ECONNREFUSED http://edda:${password}@localhost:8000/v1`, "edda"],
    [`http://${key}@models.test/v1 is down`],
    [`postgres://edda:p@ss@${password}@db.test/x`],
    [`Authorization: Bearer ${password}`],
    [`{"headers":{"authorization":"Bearer ${password}"}}`],
    [`{\\"Authorization\\":\\"Basic ${password}\\"}`],
    [`headers: { Authorization: [ 'Bearer ${password}' ] }`],
    [`Proxy-Authorization=${password}`],
    [`x-api-key: ${password}`],
    [`Ocp-Apim-Subscription-Key: ${password}`],
    [`OPENAI_API_KEY=${password} is wrong`],
    [`Incorrect API key provided: ${password}.`],
    [`api key: "${password}"`],
    [`access_token=${password}&grant=x`],
    [`"client_secret":"${password}"`],
    [`password: ${password}`],
    [`Cookie: session=${password}; theme=dark`],
    [`https://models.test/v1/models?key=${password}&alt=sse`],
    [`https://files.test/a?X-Amz-Signature=${password}`],
    [`The key ${key} was refused`],
    ["gsk_abcdefghijklmnopqrst1234", "gsk_"],
    ["hf_abcdefghijklmnopqrst", "hf_"],
    ["AIzaSyA1234567890abcdefghijk", "AIza"],
    ["eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJlZGRhIn0.c2lnbmF0dXJl", "eyJ"],
  ])("masks %s", (text, part = password) => {
    const masked = maskSecrets(text);
    expect(masked).toContain("***");
    for (const secret of [part, password, key]) expect(masked).not.toContain(secret);
  });

  it.each([
    "maxTokens must be a whole number, from 1; it is 0.5.",
    "401: You didn't provide an API key. Write to edda@orrin.test for one.",
    "Unexpected token: <",
    "The limit is 8192 tokens; the prompt has 9000 tokens.",
    "connect ECONNREFUSED http://localhost:11434/api/chat?stream=false",
    "Basic words, bearer of news",
    "git@orrin.test:petrel/hull.git",
  ])("leaves %s", (text) => {
    expect(maskSecrets(text)).toBe(text);
  });

  it("keeps what is around a secret", () => {
    expect(maskSecrets(`503 at http://edda:${password}@orrin.test:8000/v1, try again`)).toBe(
      "503 at http://***@orrin.test:8000/v1, try again",
    );
  });

  it.each(["a", "api-", "http://", "Bearer ", "cookie:", "x ", "=", "api key "])(
    "reads a text of a megabyte: %j",
    (unit) => {
      const text = unit.repeat(1_000_000 / unit.length);
      expect(maskSecrets(`${text} password=${password}`)).not.toContain(password);
    },
  );
});

/** An error as clients of providers throw it: it holds the request. */
function clientError(): Error {
  const sent = request({ host: "127.0.0.1", port: 1, headers: { authorization: `Bearer ${key}` } });
  sent.on("error", () => {});
  sent.destroy();
  const error = new TypeError(`401 from http://edda:${password}@orrin.test`, {
    cause: new Error("refused", { cause: { password } }),
  });
  return Object.assign(error, {
    status: 401,
    config: { headers: { Authorization: `Bearer ${key}`, accept: "json" }, tries: [1, 2] },
    headers: new Headers({ "x-api-key": key, "x-request-id": "r-7" }),
    parameters: new Map([["token", key]]),
    address: new URL(`http://edda:${password}@orrin.test`),
    request: sent,
    again: error,
    stopped: new DOMException(`stopped ${key}`, "AbortError"),
  });
}

describe("maskThrown", () => {
  it("leaves no secret wherever an error holds it", () => {
    const shown = inspect(maskThrown(clientError()), { depth: 20, showHidden: true });
    for (const secret of [password, key]) expect(shown).not.toContain(secret);
    for (const kept of ["status: 401", "accept: 'json'", "r-7", "AbortError"])
      expect(shown).toContain(kept);
  });

  it("gives an error of the same class, with its fields and its causes", () => {
    const masked = maskThrown(clientError()) as TypeError & Record<string, unknown>;
    expect(masked).toBeInstanceOf(TypeError);
    expect(masked).toMatchObject({ status: 401, config: { tries: [1, 2] } });
    expect(masked.again).toBe(masked);
    expect((masked.cause as Error).message).toBe("refused");
  });

  it("gives the same object where there is no secret", () => {
    for (const thrown of [new Error("503"), "down", undefined, { status: 500 }, Symbol("x")])
      expect(maskThrown(thrown)).toBe(thrown);
  });

  it("changes nothing of what was thrown", () => {
    const error = clientError();
    maskThrown(error);
    expect(error.message).toContain(password);
  });

  it("calls no getter, and leaves out what is endless", () => {
    let calls = 0;
    const deep: Record<string, unknown> = {};
    let inner = deep;
    for (let i = 0; i < 50; i++) inner = inner.next = {} as Record<string, unknown>;
    inner.password = password;
    const thrown = Object.defineProperty({ deep }, "now", { enumerable: true, get: () => calls++ });
    expect(JSON.stringify((maskThrown(thrown) as { deep: unknown }).deep)).toContain("[left out]");
    expect(calls).toBe(0);
    const wide = Array.from({ length: 100_000 }, () => ({ a: 1 }));
    expect((maskThrown({ wide }) as { wide: unknown[] }).wide.at(-1)).toBe("[left out]");
  });
});

describe("a PsiError", () => {
  it("holds no secret in its message or its cause", () => {
    const error = new PsiError("model-failed", `The model failed: Bearer ${password}`, {
      cause: clientError(),
    });
    expect(isPsiError(error, "model-failed")).toBe(true);
    const shown = inspect(error, { depth: 20 });
    for (const secret of [password, key]) expect(shown).not.toContain(secret);
  });

  it("keeps a cause without secrets as it is, and has none where none was given", () => {
    const cause = new Error("503");
    expect(new PsiError("model-failed", "Down.", { cause }).cause).toBe(cause);
    expect("cause" in new PsiError("model-failed", "Down.")).toBe(false);
  });
});
