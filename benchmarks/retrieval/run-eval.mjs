import { spawnSync } from "node:child_process";
import { resolve } from "node:path";

const program = resolve(import.meta.dirname, "../../apps/cli/dist/main.js");

/** What `psi eval` reports, as an object. Its indexes stay in its cache, so a second run embeds nothing. */
export function runEval(folder, flags) {
  process.stderr.write(`psi eval --dataset ${folder} ${flags.join(" ")}\n`);
  const args = [program, "eval", "--dataset", folder, ...flags, "--json", "--quiet"];
  const { status, stdout, stderr, error } = spawnSync(process.execPath, args, {
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  if (error) throw error;
  if (status !== 0) throw new Error(`psi eval ended with ${status}: ${stderr}`);
  return JSON.parse(stdout);
}

/** A share as papers print it: ".646". */
export function share(value) {
  return value.toFixed(3).replace(/^(-?)0\./, "$1.");
}

/** A Markdown table. */
export function markdown(head, body) {
  const line = (cells) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...body.map(line)].join("\n");
}
