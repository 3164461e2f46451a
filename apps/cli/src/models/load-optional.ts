import { PsiError } from "@psi/core";

/**
 * Loads a package that psi can do without.
 * @throws PsiError `missing-dependency`, saying what to install, when it or one that it needs is absent.
 */
export async function loadOptional<Module>(
  name: string,
  load: () => Promise<Module>,
  purpose: string,
): Promise<Module> {
  try {
    return await load();
  } catch (cause) {
    throw new PsiError(
      "missing-dependency",
      `${purpose} needs the package ${name}, which cannot be loaded. Install it where psi is installed: npm install ${name} (with -g if psi was installed with -g).`,
      { cause },
    );
  }
}
