import { PsiError } from "@psi/core";

/** The error for a file that cannot be read as passages. */
export function unreadable(message: string, cause?: unknown): PsiError {
  return new PsiError("unreadable-input", message, cause === undefined ? {} : { cause });
}

/** What the system's error for a path means, in words. */
export function systemError(source: string, cause: unknown): PsiError {
  const { code, message } = cause as { code?: string; message?: string };
  if (code === "ENOENT" || code === "ENOTDIR") {
    return unreadable(`There is no file or folder ${source}. Check the path.`, cause);
  }
  if (code === "EACCES" || code === "EPERM") {
    return unreadable(`${source} may not be read by this user. Check its permissions.`, cause);
  }
  if (code === "ELOOP") {
    return unreadable(`${source} is a symbolic link that leads back to itself.`, cause);
  }
  return unreadable(`${source} cannot be read: ${message ?? String(cause)}`, cause);
}
