import type { PsiErrorCode } from "@psi/core";

/** What the exit codes of `psi` mean. */
export const exitCodes = {
  ok: 0,
  nothingFound: 1,
  noGain: 1,
  badInput: 2,
  fault: 3,
  interrupted: 130,
} as const;

/** As `psi --help` shows them. */
export const exitCodesHelp: string = `Exit codes:
  0    done
  1    nothing was found, the passages do not tell, or tuning did not help
  2    bad usage or bad input: the message says what to change; with --strict, files were left out
  3    a fault of the store, a model, the embedder or psi itself
  130  interrupted by Ctrl-C; what was done is kept, what is known is printed
`;

/** Which errors are for the caller to mend in the command or the files, and which are faults below. */
const codeOfError: Readonly<Record<PsiErrorCode, number>> = {
  "empty-corpus": exitCodes.badInput,
  "invalid-option": exitCodes.badInput,
  "invalid-passage": exitCodes.badInput,
  "duplicate-id": exitCodes.badInput,
  "unknown-id": exitCodes.badInput,
  "dimension-mismatch": exitCodes.badInput,
  "incompatible-index": exitCodes.badInput,
  "not-an-index": exitCodes.badInput,
  "index-exists": exitCodes.badInput,
  "unreadable-input": exitCodes.badInput,
  "bad-vector": exitCodes.fault,
  "embedder-failed": exitCodes.fault,
  "model-failed": exitCodes.fault,
  "missing-dependency": exitCodes.fault,
  "runtime-conflict": exitCodes.fault,
  "corrupt-index": exitCodes.fault,
  "store-locked": exitCodes.fault,
  "store-full": exitCodes.fault,
  "store-failed": exitCodes.fault,
};

/** The exit code for a PsiError of some code; a fault when a later version made the code. */
export function exitCodeFor(code: PsiErrorCode): number {
  return codeOfError[code] ?? exitCodes.fault;
}
