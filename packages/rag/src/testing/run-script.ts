import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const main = fileURLToPath(new URL("../../dist/index.js", import.meta.url));
const NOBODY = 65_534;

/** What a script printed, and the signal that ended it. */
export interface ScriptResult {
  readonly output: string;
  readonly signal: NodeJS.Signals | null;
}

/**
 * Runs a script in a process of its own: for what would end this one. The built package is `rag` in it.
 *
 * @param options.unprivileged as a user whom permissions bind, where this process is root
 */
export function runScript(
  script: string,
  options: { readonly unprivileged?: boolean; readonly args?: readonly string[] } = {},
): ScriptResult {
  const user = options.unprivileged && process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const source = `import * as rag from ${JSON.stringify(main)};\n${script}`;
  const { stdout, stderr, signal } = spawnSync(
    process.execPath,
    ["--input-type=module", "--eval", source, "--", ...(options.args ?? [])],
    { encoding: "utf8", ...user },
  );
  return { output: `${stdout}${stderr}`.trim(), signal };
}
