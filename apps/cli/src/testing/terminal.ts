import { spawn } from "node:child_process";
import { program } from "./psi.js";

/** A run of psi on a terminal of its own. */
export interface Terminal {
  /** Types keys. */
  type(keys: string): void;
  /** Waits until the screen has shown a text since the last call, and returns what it has shown since. */
  until(text: string): Promise<string>;
  readonly exitCode: Promise<number | null>;
  end(): void;
}

/** Starts psi on a terminal, made by util-linux's `script`. */
export function terminal(args: readonly string[]): Terminal {
  const command = [process.execPath, program, ...args].map((part) => `'${part}'`).join(" ");
  const { PATH = "", HOME = "" } = process.env;
  const child = spawn("script", ["-qefc", `exec ${command}`, "/dev/null"], {
    stdio: ["pipe", "pipe", "inherit"],
    env: { PATH, HOME, TERM: "xterm", NO_COLOR: "1" },
  });
  let screen = "";
  let closed = false;
  let wake = (): void => {};
  child.stdin.on("error", () => {});
  child.stdout.setEncoding("utf8").on("data", (text) => {
    screen += text;
    wake();
  });
  const exitCode = new Promise<number | null>((done) => child.on("close", done));
  exitCode.then(() => {
    closed = true;
    wake();
  });
  return {
    type: (keys) => child.stdin.write(keys),
    async until(text) {
      while (!screen.includes(text)) {
        if (closed) throw new Error(`The end came before "${text}": ${screen}`);
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      const end = screen.indexOf(text) + text.length;
      const shown = screen.slice(0, end);
      screen = screen.slice(end);
      return shown;
    },
    exitCode,
    end: () => child.kill("SIGKILL"),
  };
}
