import { type ChildProcess, fork } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { PsiError } from "@psi/core";
import type {
  OnnxAnswer,
  OnnxNames,
  OnnxQuestion,
  OnnxReply,
  OnnxRequest,
  Tensors,
} from "./onnx-messages.js";
import { missingRuntime, type OnnxSessionOptions } from "./onnx-runtime.js";

/** A process that runs one model. This process waits for it only while a run is in progress. */
export interface OnnxProcess extends OnnxNames {
  /** @throws PsiError `embedder-failed` when the process ends meanwhile; the runtime's own error else. */
  run(feeds: Tensors): Promise<Tensors>;
  /** Ends the process, and waits until it has ended. Safe to call twice. */
  close(): Promise<void>;
  /** Resolves when the process has ended, for whatever reason. */
  readonly ended: Promise<void>;
}

/** The built program: the same number of steps from src/ as from dist/. */
const builtProgram = fileURLToPath(new URL("../dist/onnx-process.js", import.meta.url));

/**
 * Starts a process that loads onnxruntime-node and opens a model.
 *
 * @param program what the process runs.
 * @throws PsiError `embedder-failed` when the process cannot be started or ends early, `missing-dependency`
 * when onnxruntime-node cannot be loaded in it; the runtime's own error when it cannot open the model.
 */
export async function startOnnxProcess(
  path: string,
  options: OnnxSessionOptions,
  program: string = builtProgram,
): Promise<OnnxProcess> {
  const child = forkProgram(program);
  const { ask, ended } = conversationWith(child);
  const close = async (): Promise<void> => {
    child.ref();
    child.kill("SIGKILL");
    await ended;
  };
  try {
    const names = (await ask({ path, options })) as OnnxNames;
    return { ...names, run: async (feeds) => (await ask({ feeds })) as Tensors, close, ended };
  } catch (thrown) {
    await close();
    throw thrown;
  }
}

function forkProgram(program: string): ChildProcess {
  if (!existsSync(program)) {
    throw failure(
      `${program} is missing. Bundlers do not copy it: mark @psi/embed as external, or install it again.`,
    );
  }
  try {
    return fork(program, [], {
      serialization: "advanced",
      // Flags of this process, such as a debugger's port, are not meant for the model.
      execArgv: [],
      // A library does not print.
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
  } catch (cause) {
    throw cannotStart(cause as Error);
  }
}

interface Waiting {
  resolve(answer: OnnxAnswer): void;
  reject(error: Error): void;
}

/** Sends questions to a process and pairs its replies with them. */
function conversationWith(child: ChildProcess): {
  ask(question: OnnxQuestion): Promise<OnnxAnswer>;
  /** Resolves when the process has ended or could not be started. */
  readonly ended: Promise<void>;
} {
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let end: Error | undefined;
  const settle = (id: number, how: (waiter: Waiting) => void): void => {
    const waiter = waiting.get(id);
    waiting.delete(id);
    holdEventLoop(child, waiting.size > 0);
    if (waiter !== undefined) how(waiter);
  };
  child.on("message", (reply: OnnxReply) => {
    settle(reply.id, ({ resolve, reject }) =>
      "answer" in reply ? resolve(reply.answer) : reject(errorOf(reply)),
    );
  });
  const ended = new Promise<void>((resolve) => {
    const fail = (error: Error): void => {
      end ??= error;
      resolve();
      for (const id of [...waiting.keys()]) settle(id, ({ reject }) => reject(error));
    };
    child.once("exit", (code, signal) => fail(endedEarly(signal ?? `exit code ${code}`)));
    // Also emitted when a message cannot be sent; the process has ended then, or is about to.
    child.on("error", (cause) => child.pid === undefined && fail(cannotStart(cause)));
  });
  return {
    ended,
    ask: (question) =>
      new Promise((resolve, reject) => {
        if (end !== undefined) return reject(end);
        const id = ++lastId;
        waiting.set(id, { resolve, reject });
        holdEventLoop(child, true);
        // There is no channel when the process could not be started; "error" is emitted then.
        child.send?.({ id, question } satisfies OnnxRequest);
      }),
  };
}

/** Whether this process stays alive for the other one. */
function holdEventLoop(child: ChildProcess, hold: boolean): void {
  const change = hold ? "ref" : "unref";
  child[change]();
  child.channel?.[change]();
}

function errorOf({ error, hasRuntime }: Extract<OnnxReply, { error: Error }>): Error {
  return hasRuntime ? error : missingRuntime(error);
}

function endedEarly(how: string): PsiError {
  return failure(
    `The process that runs the model ended early (${how}). Check that there is enough memory, then call again: the next call starts another process.`,
  );
}

function cannotStart(cause: Error): PsiError {
  return failure(
    `No process can be started for the model: ${cause.message}. Allow this program to start ${process.execPath}.`,
    cause,
  );
}

function failure(message: string, cause?: Error): PsiError {
  return new PsiError(
    "embedder-failed",
    `${message} To run the model in this process instead, pass onnxruntime-node as the option runtime.`,
    { cause },
  );
}
