import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished, type TestContext } from "vitest";

/** A file system of 2 MB for one test, which is skipped where none may be mounted. Returns its folder. */
export function smallDisk({ skip }: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), "psi-disk-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=2m", "tmpfs", folder], { stdio: "ignore" });
  } catch {
    skip("A file system cannot be mounted here.");
  }
  onTestFinished(() => {
    execFileSync("umount", [folder]);
  });
  return folder;
}
