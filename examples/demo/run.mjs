// Runs the commands that a user would type: indexes the archive of Pellmouth, draws its tree, and asks it
// five questions. `npm run demo` installs and builds first, then starts this.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs, stripVTControlCharacters } from "node:util";

const pathOf = (path) => fileURLToPath(new URL(path, import.meta.url));
const program = pathOf("../../apps/cli/dist/main.js");
const corpus = relative("", pathOf("corpus.jsonl"));
const folder = pathOf("../../.cache/demo");
const index = relative("", `${folder}/pellmouth.psi`);

const model = modelArguments();
const { env } = process;
const coloured = !env.NO_COLOR && (process.stdout.isTTY || Boolean(env.FORCE_COLOR));
const style = (code) => (text) => (coloured ? `\u001b[${code}m${text}\u001b[0m` : text);
const [bold, dim, green, red] = [1, 2, 32, 31].map(style);

process.stdout.on("error", (error) => {
  // Whoever read the output has seen enough, such as `head`.
  if (error.code === "EPIPE") process.exit();
  throw error;
});

if (!existsSync(program)) {
  fail("The command line is not built yet. Start this with: npm run demo");
}
mkdirSync(folder, { recursive: true });

heading("An index of sixty passages about a town that never existed");
show([
  "index",
  corpus,
  "--out",
  index,
  ...(model.length > 0 ? ["--abstracts", "summary", ...model] : []),
]);

heading("Its tree: similar passages share a node, and each node names its themes");
show(["inspect", index, "--tree", "--depth", "2", "--children", "8"]);

const questions = readFileSync(pathOf("questions.jsonl"), "utf8")
  .split("\n")
  .filter((line) => line.trim() !== "")
  .map((line) => JSON.parse(line));
questions.forEach((question, at) => {
  heading(`Question ${at + 1} of ${questions.length}: ${kindOf(question)}`);
  search(question);
});

heading(
  model.length > 0
    ? "An answer, written by the model"
    : "An answer without a model: the passages' own sentences",
);
show(["ask", index, questions.at(3)?.question ?? questions[0].question, "--limit", "3", ...model]);

heading("Now yours");
print(
  `  npm run -s psi -- search ${index} "${questions[0].question}" --retriever words`,
  `  npm run -s psi -- inspect ${index} --path ${questions[0].needs[0]}`,
  "  npm run -s psi -- index <your files or folders> --out mine.psi",
  "  npm run -s psi -- --help",
  ...(model.length > 0
    ? []
    : ["  npm run demo -- --model ollama:qwen3:8b      abstracts and answers by a model"]),
  "",
);

/** The part of the command line that is handed on to `psi`. */
function modelArguments() {
  const options = { model: { type: "string" }, "base-url": { type: "string" } };
  try {
    const { values } = parseArgs({ options });
    return Object.entries(values).flatMap(([name, value]) => [`--${name}`, value]);
  } catch (error) {
    return fail(
      `${error.message}\nUsage: npm run demo -- [--model <kind:name>] [--base-url <url>]`,
    );
  }
}

function kindOf({ needs }) {
  const documents = new Set(needs.map((id) => id.replace(/-\d+$/, "")));
  return documents.size > 1 ? "needs passages of two documents" : "needs one passage";
}

/** Searches, and marks the passages that the question needs. */
function search({ question, needs, note }) {
  const found = [];
  const lines = run(["search", index, question]).map((line) => {
    // The line below a passage's title begins with its id.
    const id = /^ {3}(\S+)(?= ·|$)/.exec(stripVTControlCharacters(line))?.[1];
    if (id === undefined || !needs.includes(id)) return line;
    found.push(id);
    return `${line}  ${green("◀ needed")}`;
  });
  print(...lines, "");
  const missing = needs.filter((id) => !found.includes(id));
  const verdict =
    missing.length === 0
      ? green(
          `✔ ${needs.length === 1 ? "the passage it needs is" : "all passages it needs are"} there`,
        )
      : red(`✘ not among the first five: ${missing.join(", ")}`);
  print(verdict, ...wrapped(note, 72).map((line) => dim(`  ${line}`)));
}

function show(command) {
  print(...run(command));
}

/** Prints a command as a user would type it, runs it, and returns the lines of its output. */
function run(command) {
  const typed = command.map((part) => (/^[\w./:@=-]+$/.test(part) ? part : `"${part}"`));
  print(`${dim("$")} ${bold(`psi ${typed.join(" ")}`)}`);
  const { status, stdout } = spawnSync(process.execPath, [program, ...command], {
    // Standard error is the terminal's, so that progress is seen.
    stdio: ["ignore", "pipe", "inherit"],
    encoding: "utf8",
    env: {
      ...env,
      COLUMNS: String(process.stdout.columns ?? env.COLUMNS ?? 80),
      ...(coloured && { FORCE_COLOR: "1" }),
    },
  });
  if (status !== 0) fail(`psi ${command[0]} ended with exit code ${status}.`, status ?? 1);
  return stdout.trimEnd().split("\n");
}

function wrapped(text, width) {
  return (text.match(new RegExp(`.{1,${width}}(?:\\s+|$)`, "g")) ?? []).map((line) => line.trim());
}

function heading(text) {
  print("", bold(`── ${text} ${"─".repeat(Math.max(2, 72 - text.length))}`), "");
}

function print(...lines) {
  process.stdout.write(`${lines.join("\n")}\n`);
}

function fail(message, exitCode = 2) {
  process.stderr.write(`${message}\n`);
  process.exit(exitCode);
}
