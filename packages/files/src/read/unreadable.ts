import { PsiError } from "@psi/core";

/** What kind of trouble keeps a file, or a record of it, from being read. */
export type LeftOutKind =
  /** Its format is not read. */
  | "format"
  /** A symbolic link, a socket, a pipe: not opened. */
  | "not-a-file"
  | "missing"
  | "permission"
  | "binary"
  | "encoding"
  /** It has no text. */
  | "blank"
  /** It breaks the rules of its format. */
  | "malformed"
  /** It is larger than memory is meant to be. */
  | "too-large"
  /** The system could not read it. */
  | "failed";

/** A file, or a record of it, that is left out. */
export interface LeftOut {
  /** The file, as in `metadata.source`. */
  readonly source: string;
  /** The line of the record, from 1; the whole file when left out. */
  readonly line?: number;
  readonly kind: LeftOutKind;
  /** Goes on after the file's name: "is not UTF-8: …". */
  readonly reason: string;
}

/** The error for a file that cannot be read as passages. */
export class UnreadableError extends PsiError {
  readonly leftOut: LeftOut;
  constructor(leftOut: LeftOut, cause?: unknown) {
    const { source, line, reason } = leftOut;
    const place = line === undefined ? source : `${source}, line ${line}`;
    super("unreadable-input", `${place} ${reason}`, cause === undefined ? {} : { cause });
    this.leftOut = leftOut;
  }
}

/** What the system's error for a path means, in words. */
export function systemError(source: string, cause: unknown): UnreadableError {
  const { code, message } = cause as { code?: string; message?: string };
  const error = (kind: LeftOutKind, reason: string): UnreadableError =>
    new UnreadableError({ source, kind, reason }, cause);
  if (code === "ENOENT" || code === "ENOTDIR") {
    return error("missing", "does not exist. Check the path.");
  }
  if (code === "EACCES" || code === "EPERM") {
    return error("permission", "may not be read by this user. Check its permissions.");
  }
  if (code === "ELOOP") return error("not-a-file", "is a symbolic link that leads back to itself.");
  return error("failed", `cannot be read: ${message ?? String(cause)}`);
}
