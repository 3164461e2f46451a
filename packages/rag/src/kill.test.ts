import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { openIndex } from "./open-index.js";
import { temporaryFolder } from "./testing/temporary-folder.js";

const child = fileURLToPath(new URL("./testing/indexing-child.mjs", import.meta.url));
const PASSAGES = 300;
/** Texts that an embedder has in hand at a time: those may be paid for again after a crash. */
const IN_FLIGHT = 64;

/** Runs the build and kills it when the log has some lines; resolves to whether it was killed. */
async function build(
  path: string,
  log: string,
  killAt = Number.POSITIVE_INFINITY,
): Promise<boolean> {
  const running = spawn(process.execPath, [child, path, log, String(PASSAGES)], {
    stdio: "inherit",
  });
  const ended = new Promise<number | null>((resolve) => running.on("exit", resolve));
  let over = false;
  ended.then(() => {
    over = true;
  });
  while (!over && paid(log).length < killAt) await sleep(2);
  running.kill("SIGKILL");
  return (await ended) !== 0;
}

/** What was paid for so far. A line that was being written when the process died counts too. */
function paid(log: string): readonly string[] {
  return existsSync(log)
    ? readFileSync(log, "utf8")
        .split("\n")
        .filter((line) => line !== "")
    : [];
}

const timesPaidTwice = (lines: readonly string[]): number => lines.length - new Set(lines).size;

describe("a build that is killed", () => {
  it("goes on where it was, and pays for nothing twice but what was in flight", async () => {
    const folder = temporaryFolder();
    const path = join(folder, "a.psi");
    const log = join(folder, "paid.log");
    const reference = join(folder, "reference.psi");
    const referenceLog = join(folder, "reference.log");
    expect(await build(reference, referenceLog)).toBe(false);
    const whole = paid(referenceLog);
    expect(whole.length).toBeGreaterThan(PASSAGES * 1.2);
    expect(timesPaidTwice(whole)).toBe(0);
    // In the first block, in the middle of the passages, among the abstracts, among their vectors.
    const kills = [10, 150, PASSAGES + 40, whole.length - 20];
    for (const at of kills) expect(await build(path, log, at)).toBe(true);
    expect(await build(path, log)).toBe(false);
    const lines = paid(log);
    expect(new Set(lines)).toEqual(new Set(whole));
    expect(timesPaidTwice(lines)).toBeLessThanOrEqual(kills.length * IN_FLIGHT);
    // The kill among the abstracts cost one abstract at most, since each is stored as it comes.
    const abstracts = lines.filter((line) => line.startsWith('["abstract"'));
    expect(timesPaidTwice(abstracts)).toBeLessThanOrEqual(kills.length);
    const [resumed, straight] = await Promise.all(
      [path, reference].map(async (place) => {
        const index = await openIndex(place, { embedder: stub, readOnly: true });
        const { node } = await index.node();
        await index.close();
        return { size: index.size, node };
      }),
    );
    expect(resumed).toEqual(straight);
    expect(resumed?.size).toBe(PASSAGES);
  });
});

const stub = { name: "logged", embedDocuments: async () => [], embedQuery: async () => [] };
