import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { threadId } from "node:worker_threads";

/** Who is writing, as the store has it. */
export interface WriterRecord {
  readonly process: number;
  readonly thread: number;
  readonly host: string;
  /** The process namespace, where the system has them: containers of one host have numbers of their own. */
  readonly namespace: string | undefined;
  /** When that process started, as the system counts: tells it from a later one of the same number. */
  readonly started: string | undefined;
  /** When the record was last renewed, milliseconds since 1970. */
  readonly renewed: number;
  /** Tells two writers of one process apart. */
  readonly token: string;
}

/** A writer that cannot be looked for counts as dead when its record was not renewed for this long. */
const SILENT_MILLISECONDS = 10 * 60 * 1000;

const ACTIVE_TOKENS = Symbol.for("@psi/rag active writers");

/**
 * The tokens of this thread's writers that are at work now. On the global object, since a program that loads
 * this package both as ESM and as CommonJS has two modules of it.
 */
export function activeTokens(): Set<string> {
  const holder = globalThis as { [ACTIVE_TOKENS]?: Set<string> };
  holder[ACTIVE_TOKENS] ??= new Set();
  return holder[ACTIVE_TOKENS];
}

export function writerRecord(token: string): WriterRecord {
  return {
    process: process.pid,
    thread: threadId,
    host: hostname(),
    namespace: processNamespace(),
    started: startOf(process.pid),
    renewed: Date.now(),
    token,
  };
}

/** A record as it was stored; undefined where there is none, or none that can be read. */
export function readRecord(bytes: Uint8Array | undefined): WriterRecord | undefined {
  try {
    return bytes && (JSON.parse(Buffer.from(bytes).toString()) as WriterRecord);
  } catch {
    return undefined;
  }
}

/** Whether the writer of a record may still be at work. */
export function isAlive(record: WriterRecord): boolean {
  const elsewhere = record.host !== hostname() || record.namespace !== processNamespace();
  if (!elsewhere && record.process === process.pid && record.thread === threadId) {
    return activeTokens().has(record.token);
  }
  // Other machines, other containers and other threads cannot be asked; a thread can end without a trace.
  if (elsewhere || record.process === process.pid) {
    return Date.now() - record.renewed < SILENT_MILLISECONDS;
  }
  if (!isRunning(record.process)) return false;
  const started = startOf(record.process);
  return started === undefined || record.started === undefined || started === record.started;
}

/** Undefined where the system has no /proc. */
function processNamespace(): string | undefined {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return undefined;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** A process's start in clock ticks since boot, where the system has /proc (field 22 of its stat). */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The second field is the program's name in brackets and may hold blanks and brackets.
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
  } catch {
    return undefined;
  }
}
