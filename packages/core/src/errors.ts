import { maskSecrets, maskThrown } from "./mask-secrets.js";

/** What went wrong, for code that must tell errors apart. docs/errors.md says what to do about each. */
export type PsiErrorCode =
  | "empty-corpus"
  | "invalid-option"
  | "invalid-passage"
  | "duplicate-id"
  | "unknown-id"
  | "dimension-mismatch"
  | "bad-vector"
  | "embedder-failed"
  | "model-failed"
  | "missing-dependency"
  | "runtime-conflict"
  | "incompatible-index"
  | "corrupt-index"
  | "not-an-index"
  | "index-exists"
  | "store-locked"
  | "store-full"
  | "store-failed"
  | "unreadable-input";

/**
 * The error that all Psi packages throw. The message says what to do; `cause` keeps what was thrown below.
 * Passwords in addresses, `Authorization` headers, cookies and API keys are replaced by "***" in both: what a
 * provider's client throws often holds the whole request.
 */
export class PsiError extends Error {
  override readonly name = "PsiError";
  readonly code: PsiErrorCode;
  constructor(code: PsiErrorCode, message: string, options?: ErrorOptions) {
    super(
      maskSecrets(message),
      options && "cause" in options ? { ...options, cause: maskThrown(options.cause) } : options,
    );
    this.code = code;
  }
}

/**
 * Whether something thrown is a `PsiError`, optionally with the given code. Compares by name, since a
 * program that loads a package both as ESM and as CommonJS holds two classes of that name.
 */
export function isPsiError(thrown: unknown, code?: PsiErrorCode): thrown is PsiError {
  return (
    thrown instanceof Error &&
    thrown.name === "PsiError" &&
    (code === undefined || (thrown as PsiError).code === code)
  );
}
