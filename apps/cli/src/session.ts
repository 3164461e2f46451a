import pico from "picocolors";
import type { Interrupts } from "./interrupt.js";
import { coloured, type InputStream, type Io, type OutputStream, widthOf } from "./io.js";
import { jsonText } from "./render/json-text.js";

/** Options that every command has. */
export interface CommonFlags {
  readonly json?: true;
  readonly quiet?: true;
  readonly debug?: true;
}

/** Styles for text, or the same functions doing nothing where colours are off. */
export type Paint = ReturnType<typeof pico.createColors>;

/** One run of one command: where it prints, how wide and how colourful, and when to stop. */
export interface Session {
  readonly json: boolean;
  readonly quiet: boolean;
  readonly signal: AbortSignal;
  /** See `Interrupts`. */
  readonly part: Interrupts["part"];
  /** Columns of standard output. */
  readonly width: number;
  /** Colours for standard output. */
  readonly paint: Paint;
  readonly input: InputStream;
  readonly err: OutputStream;
  /** Colours for standard error. */
  readonly errorPaint: Paint;
  readonly environment: Io["environment"];
  /** Writes lines to standard output. */
  print(...lines: readonly string[]): void;
  /** Writes the one JSON document of this run to standard output. */
  printJson(value: unknown): void;
  /** Writes a line to standard error, for people; not with --quiet. */
  note(line: string): void;
}

/** Starts a session from the flags of its command. */
export function startSession(io: Io, flags: CommonFlags, interrupts: Interrupts): Session {
  const { out, err, environment } = io;
  const quiet = flags.quiet === true;
  return {
    json: flags.json === true,
    quiet,
    signal: interrupts.signal,
    part: interrupts.part,
    width: widthOf(out, environment),
    paint: pico.createColors(coloured(out, environment)),
    get input() {
      return io.input;
    },
    err,
    errorPaint: pico.createColors(coloured(err, environment)),
    environment,
    print: (...lines) => {
      out.write(lines.map((line) => `${line}\n`).join(""));
    },
    printJson: (value) => {
      // One line for programs, which may read line by line; indented for people.
      out.write(`${jsonText(value, out.isTTY ? 2 : 0)}\n`);
    },
    note: (line) => {
      if (!quiet) err.write(`${line}\n`);
    },
  };
}
