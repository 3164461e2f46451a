/** The part of a stream that psi writes to. */
export interface OutputStream {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** Where psi reads what is typed, or piped in. */
export type InputStream = NodeJS.ReadableStream & {
  readonly isTTY?: boolean;
  /** Whether keys come one by one, Ctrl-C among them; on terminals alone. */
  setRawMode?(on: boolean): unknown;
};

/** What a run of psi sees of the outside. */
export interface Io {
  readonly input: InputStream;
  readonly out: OutputStream;
  readonly err: OutputStream;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

const narrowest = 40;

/** Columns to fill: the terminal's, else those of COLUMNS, else 80; at least 40. */
export function widthOf(stream: OutputStream, environment: Io["environment"]): number {
  const told = Number(environment.COLUMNS);
  // A terminal that does not know its width says 0.
  const columns = stream.columns || (Number.isSafeInteger(told) && told > 0 ? told : 80);
  return Math.max(narrowest, columns);
}

/** Whether to colour: NO_COLOR forbids it, FORCE_COLOR asks for it, otherwise only on a terminal. */
export function coloured(stream: OutputStream, environment: Io["environment"]): boolean {
  if (environment.NO_COLOR) return false;
  const { FORCE_COLOR: force } = environment;
  if (force !== undefined && force !== "") return force !== "0" && force !== "false";
  return stream.isTTY === true && environment.TERM !== "dumb";
}
