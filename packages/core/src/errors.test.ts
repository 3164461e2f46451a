import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { isPsiError, PsiError } from "./errors.js";

describe("PsiError", () => {
  it("is an Error with a name, a code, a message and its cause", () => {
    const cause = new Error("below");
    const error = new PsiError("store-full", "Make room.", { cause });
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ name: "PsiError", code: "store-full", message: "Make room." });
    expect(error.cause).toBe(cause);
    expect(`${error}`).toBe("PsiError: Make room.");
  });

  it("has no cause unless one is given", () => {
    expect("cause" in new PsiError("store-full", "Make room.")).toBe(false);
  });
});

describe("isPsiError", () => {
  it("tells ours from others, and codes apart", () => {
    const error = new PsiError("duplicate-id", "Twice.");
    expect(isPsiError(error)).toBe(true);
    expect(isPsiError(error, "duplicate-id")).toBe(true);
    expect(isPsiError(error, "unknown-id")).toBe(false);
    for (const other of [new Error("x"), undefined, null, "PsiError", { name: "PsiError" }]) {
      expect(isPsiError(other)).toBe(false);
    }
  });

  it("knows the class of another copy of the package", () => {
    class Copy extends Error {
      override readonly name = "PsiError";
      readonly code = "corrupt-index";
    }
    expect(isPsiError(new Copy("from the CommonJS build"), "corrupt-index")).toBe(true);
  });
});

const page = new URL("../../../docs/errors.md", import.meta.url);

describe.skipIf(!existsSync(page))("docs/errors.md (skipped outside the repository)", () => {
  const source = readFileSync(new URL("./errors.ts", import.meta.url), "utf8");
  const union = /type PsiErrorCode =([^;]+);/.exec(source)?.[1] ?? "";
  const codes = [...union.matchAll(/"([a-z-]+)"/g)].map(([, code]) => code as string);

  it("explains every code, once, and no other", () => {
    const rows = readFileSync(page, "utf8").matchAll(/^\| `([a-z-]+)` \| (.+) \| (.+) \|$/gm);
    const explained = [...rows].map(([, code]) => code);
    expect(codes.length).toBeGreaterThan(10);
    expect(explained.sort()).toEqual([...codes].sort());
  });
});
