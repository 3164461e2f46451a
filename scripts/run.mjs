// The root's scripts: each installs and builds what it needs first, and skips that when nothing changed.
// Plain Node, since it runs before anything is installed.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const PNPM = "pnpm@10.34.8";
// Where the caller stands: npm runs scripts in the package's folder.
const caller = process.env.INIT_CWD ?? process.cwd();
const binaries = join(root, "node_modules", ".bin");
const environment = {
  ...process.env,
  // turbo looks for pnpm, publint packs with it: the one that is installed here, not the machine's.
  PATH: `${binaries}${delimiter}${process.env.PATH}`,
  TURBO_TELEMETRY_DISABLED: "1",
  DO_NOT_TRACK: "1",
};

/** Runs a program to its end; what it prints goes to stderr unless it is the point of the script. */
function run(command, args, { cwd = root, output = "stderr" } = {}) {
  const stdio = output === "all" ? "inherit" : ["ignore", 2, 2];
  const { status, error, signal } = spawnSync(command, args, { cwd, stdio, env: environment });
  if (error) throw error;
  return signal ? 130 : (status ?? 1);
}

function require(status, what) {
  if (status === 0) return;
  console.error(`${what} failed with exit code ${status}.`);
  process.exit(status);
}

/** What an install depends on: the lock file, and every package's package.json. */
function installState() {
  const hash = createHash("sha256");
  const folders = ["packages", "apps"].flatMap((parent) =>
    readdirSync(join(root, parent)).map((name) => join(parent, name)),
  );
  const files = [".", "examples", "benchmarks", "repo-tests", ...folders].map((folder) =>
    join(folder, "package.json"),
  );
  for (const file of ["pnpm-lock.yaml", "pnpm-workspace.yaml", ...files]) {
    if (existsSync(join(root, file))) hash.update(file).update(readFileSync(join(root, file)));
  }
  return hash.digest("hex");
}

function install() {
  const stamp = join(root, "node_modules", ".psi-installed");
  const state = installState();
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === state) return;
  require(run("npx", [
    "--yes",
    PNPM,
    "install",
    "--frozen-lockfile",
    "--reporter=append-only",
    "--loglevel=warn",
  ]), "Installing");
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, state);
}

function build() {
  require(run("turbo", [
    "run",
    "build",
    "--output-logs=errors-only",
    "--log-prefix=none",
    "--ui=stream",
    "--no-update-notifier",
  ]), "Building");
}

/** Runs everything that checks the code, then prints one line with the sum of the tests. */
function test(args) {
  const report = join(root, "node_modules", ".psi-tests.json");
  rmSync(report, { force: true });
  const checks = [
    [
      "types",
      () =>
        run("turbo", [
          "run",
          "typecheck",
          "--output-logs=errors-only",
          "--log-prefix=none",
          "--ui=stream",
          "--no-update-notifier",
        ]),
    ],
    ["style", () => run("biome", ["check", "--error-on-warnings", "."])],
  ];
  const failedChecks =
    args.length > 0 ? [] : checks.filter(([, check]) => check() !== 0).map(([name]) => name);
  const status = run(
    "vitest",
    ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`, ...args],
    { output: "all" },
  );
  if (!existsSync(report)) {
    console.log("0 passed, 1 failed");
    return 1;
  }
  const { numPassedTests, numFailedTests, numPendingTests, numFailedTestSuites } = JSON.parse(
    readFileSync(report, "utf8"),
  );
  // A file that could not be loaded, or a type error, has no failed test of its own.
  const broken = numFailedTests === 0 && status !== 0 ? Math.max(1, numFailedTestSuites) : 0;
  for (const name of failedChecks) console.error(`The check of ${name} failed; see above.`);
  const skipped = numPendingTests > 0 ? `, ${numPendingTests} skipped` : "";
  const failed = numFailedTests + broken + failedChecks.length;
  const passed = numPassedTests + (args.length > 0 ? 0 : checks.length - failedChecks.length);
  console.log(`${passed} passed, ${failed} failed${skipped}`);
  return failed === 0 ? 0 : 1;
}

const scripts = {
  install: () => 0,
  build: () => 0,
  test,
  demo: (args) =>
    run(process.execPath, [join(root, "examples", "demo", "run.mjs"), ...args], { output: "all" }),
  psi: (args) =>
    run(process.execPath, [join(root, "apps", "cli", "dist", "main.js"), ...args], {
      cwd: caller,
      output: "all",
    }),
  bench: ([name, ...args]) =>
    run(process.execPath, [resolve(root, "benchmarks", `${name}.mjs`), ...args], { output: "all" }),
  exec: ([program, ...args]) => run(program, args, { output: "all" }),
};

const [name, ...args] = process.argv.slice(2);
const script = scripts[name];
if (script === undefined) {
  console.error(`There is no script "${name}". Scripts: ${Object.keys(scripts).join(", ")}.`);
  process.exit(2);
}
install();
if (name !== "install" && name !== "exec") build();
process.exit(script(args));
