import { PsiError } from "@psi/core";
import { expect, it } from "vitest";
import { guarded, storeError } from "./store-error.js";

const lmdbError = (code: unknown, message = "as LMDB has it"): Error =>
  Object.assign(new Error(message), { code });

it.each<[unknown, string, string]>([
  [-30796, "corrupt-index", "damaged"],
  [-30797, "corrupt-index", "damaged"],
  [-30793, "corrupt-index", "damaged"],
  [-30792, "store-full", "make room"],
  ["ENOSPC", "store-full", "make room"],
  [28, "store-full", "make room"],
  [-30790, "store-failed", "1024"],
  [13, "store-failed", "permission"],
  ["EROFS", "store-failed", "permission"],
  [5, "store-failed", "as LMDB has it"],
  [undefined, "store-failed", "as LMDB has it"],
])("names the error %s as %s, with its cause", (code, expected, text) => {
  const cause = lmdbError(code);
  expect(storeError("a.psi", cause)).toMatchObject({
    code: expected,
    message: expect.stringContaining(text),
    cause,
  });
});

it("leaves a PsiError as it is, and takes anything for an error", () => {
  const error = new PsiError("store-locked", "Wait.");
  expect(storeError("a.psi", error)).toBe(error);
  for (const thrown of [undefined, null, "text", 7]) {
    expect(storeError("a.psi", thrown).code).toBe("store-failed");
  }
  expect(() =>
    guarded("a.psi", () => {
      throw lmdbError(-30796);
    }),
  ).toThrow(expect.objectContaining({ code: "corrupt-index" }));
});
