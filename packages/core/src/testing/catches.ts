import { expect, it } from "vitest";
import type { ContractCase } from "./contract.js";

/** The names of the cases that fail, without the prefix. */
export async function failures(cases: readonly ContractCase[]): Promise<string[]> {
  const failed: string[] = [];
  for (const { name, run } of cases) {
    await run().catch(() => failed.push(name.slice(name.indexOf(": ") + 2)));
  }
  return failed;
}

/** A test for each way of being broken: the named case must fail. */
export function catches<T>(
  faults: readonly (readonly [fault: string, failing: string, broken: () => T])[],
  suite: (make: () => T) => readonly ContractCase[],
): void {
  it.each(faults)("%s", async (_, failing, broken) => {
    expect(await failures(suite(broken))).toContain(failing);
  });
}
