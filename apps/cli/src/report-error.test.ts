import { PsiError } from "@psi/core";
import { CommanderError, InvalidArgumentError } from "commander";
import { describe, expect, it } from "vitest";
import { exitCodeFor, exitCodes } from "./exit-codes.js";
import { Interrupted } from "./interrupt.js";
import { reportError } from "./report-error.js";

const asText = { json: false, debug: false };

describe("reportError", () => {
  it("tells what is to be mended from what is broken", () => {
    const input = reportError(new PsiError("duplicate-id", "The id a is there twice."), asText);
    expect(input).toEqual({
      exitCode: exitCodes.badInput,
      text: "psi: The id a is there twice.\n",
    });
    const fault = reportError(new PsiError("corrupt-index", "The index is cut short."), asText);
    expect(fault.exitCode).toBe(exitCodes.fault);
  });

  it("adds the cause where it says more", () => {
    const cause = new Error("ECONNREFUSED 127.0.0.1:1");
    const { text } = reportError(new PsiError("model-failed", "No reply.", { cause }), asText);
    expect(text).toBe("psi: No reply.\nBecause: ECONNREFUSED 127.0.0.1:1\n");
    const same = new PsiError("model-failed", `No reply: ${cause.message}`, { cause });
    expect(reportError(same, asText).text).not.toContain("Because");
  });

  it("owns up to what it does not know, with the stack only where asked", () => {
    const thrown = new TypeError("x is undefined");
    const { exitCode, text } = reportError(thrown, asText);
    expect(exitCode).toBe(exitCodes.fault);
    expect(text).toContain("This is a fault of psi");
    expect(text).not.toContain("    at ");
    expect(reportError(thrown, { json: false, debug: true }).text).toContain("    at ");
  });

  it("takes what is not an Error", () => {
    expect(reportError("boom", asText).text).toContain("psi: boom");
    expect(reportError(undefined, asText).exitCode).toBe(exitCodes.fault);
  });

  it("is one line of JSON where asked", () => {
    const { text } = reportError(new PsiError("unknown-id", "two\nlines \u001b[2J"), {
      json: true,
      debug: false,
    });
    expect(text.trimEnd()).not.toContain("\n");
    expect(JSON.parse(text)).toEqual({
      error: { code: "unknown-id", message: "two\nlines \u001b[2J" },
    });
    const debugged = JSON.parse(reportError(new Error("x"), { json: true, debug: true }).text);
    expect(debugged.error.stack).toContain("    at ");
  });

  it.each([false, true])("prints no password and no key, with json: %s", (json) => {
    const secret = "kelp-and-tar-77";
    const refused = new Error(`connect ECONNREFUSED http://edda:${secret}@localhost:8000`);
    const unexpected = Object.assign(new Error(`api_key=${secret}`), {
      headers: { authorization: `Bearer ${secret}` },
    });
    for (const thrown of [new PsiError("model-failed", "No.", { cause: refused }), unexpected]) {
      const { text } = reportError(thrown, { json, debug: true });
      expect(text).toContain("***");
      expect(text).not.toContain(secret);
    }
  });

  it("lets no escape sequence of a file's name through", () => {
    const { text } = reportError(
      new PsiError("unreadable-input", "a\u001b[2Jb.md is not there."),
      asText,
    );
    expect(text).toBe("psi: ab.md is not there.\n");
  });

  it("counts bad usage as such, and says where to look", () => {
    const unknown = new CommanderError(1, "commander.unknownOption", "error: unknown option '--x'");
    expect(reportError(unknown, asText)).toEqual({
      exitCode: exitCodes.badInput,
      text: "psi: unknown option '--x'\nAdd --help to see what there is.\n",
    });
    expect(reportError(new InvalidArgumentError("No."), asText).text).toBe("psi: No.\n");
  });

  it("says nothing after help or version", () => {
    expect(reportError(new CommanderError(0, "commander.version", "0.1.0"), asText)).toEqual({
      exitCode: 0,
      text: "",
    });
    expect(reportError(new CommanderError(1, "commander.help", "(outputHelp)"), asText)).toEqual({
      exitCode: 2,
      text: "",
    });
  });

  it("tells an interrupted run that it can go on", () => {
    const { exitCode, text } = reportError(new Interrupted(), asText);
    expect(exitCode).toBe(130);
    expect(text).toContain("goes on from there");
  });
});

describe("exitCodeFor", () => {
  it("takes a code that a later version may add for a fault", () => {
    expect(exitCodeFor("made-up" as never)).toBe(exitCodes.fault);
  });
});
