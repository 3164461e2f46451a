import assert from "node:assert/strict";
import { isPsiError, type PsiErrorCode } from "../errors.js";

/** How long a call that must answer at once may take on a busy machine, in milliseconds. */
const patience = 2_000;

/** Asserts that a call rejects with a PsiError of the given code, and says something. */
export async function assertRejects(code: PsiErrorCode, call: () => unknown): Promise<void> {
  await assert.rejects(
    async () => call(),
    (thrown: unknown) => {
      assert.ok(isPsiError(thrown), `threw ${thrown}, which is no PsiError`);
      assert.equal(thrown.code, code);
      assert.notEqual(thrown.message.trim(), "", "the error says nothing");
      return true;
    },
    `must throw ${code}`,
  );
}

/** Asserts that a call whose signal is aborted rejects with the very reason of the signal. */
export async function assertAborts(call: (signal: AbortSignal) => unknown): Promise<void> {
  const reason = new Error("The contract's test has aborted this call.");
  await assert.rejects(
    async () => call(AbortSignal.abort(reason)),
    (thrown: unknown) => thrown === reason,
    "an aborted call must reject with the signal's reason",
  );
}

/** The outcome of some work, or an error when it does not come: for what must not wait. */
export async function soon<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new assert.AssertionError({ message: "it waits" })), patience);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Asserts that scores are finite and never rise. */
export function assertBestFirst(scores: readonly number[]): void {
  scores.forEach((score, position) => {
    assert.ok(Number.isFinite(score), `score ${score} at position ${position} is not finite`);
    if (position === 0) return;
    const before = scores[position - 1] as number;
    assert.ok(score <= before, `score ${score} at position ${position} comes after ${before}`);
  });
}

/** Asserts that no value comes twice. */
export function assertOnce(values: readonly (string | number)[]): void {
  assert.equal(new Set(values).size, values.length, `one comes twice: ${values.join(", ")}`);
}

/** The same value, which nobody can change any more: objects and arrays inside it too. */
export function frozen<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) frozen(inner);
  }
  return value;
}
