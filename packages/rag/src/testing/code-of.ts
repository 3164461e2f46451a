import { isPsiError } from "@psi/core";

/** The code of the PsiError that a call throws; "opened" where it throws nothing. */
export function codeOf(open: () => unknown): unknown {
  try {
    open();
    return "opened";
  } catch (error) {
    return isPsiError(error) ? error.code : error;
  }
}
