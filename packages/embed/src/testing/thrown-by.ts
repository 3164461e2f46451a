import { isPsiError, type PsiErrorCode } from "@psi/core";

/** The PsiError of some code that a call rejects with; anything else fails the test. */
export async function thrownBy(code: PsiErrorCode, call: () => unknown): Promise<Error> {
  try {
    await call();
  } catch (thrown) {
    if (isPsiError(thrown, code)) return thrown;
    throw new Error(`Another error than ${code} was thrown.`, { cause: thrown });
  }
  throw new Error(`Nothing was thrown where ${code} was expected.`);
}
