import { describe, expect, it } from "vitest";
import { type ContractCase, casesOf, runContract } from "./contract.js";

const passing = (name: string): ContractCase => ({ name, run: async () => {} });
const namesRun = (
  cases: readonly ContractCase[],
  options?: Parameters<typeof runContract>[2],
): string[] => {
  const names: string[] = [];
  runContract(cases, (name) => names.push(name), options);
  return names;
};

describe("runContract", () => {
  it("hands every case to the runner, with its check", async () => {
    const broken = new Error("broken");
    const cases = [passing("a"), { name: "b", run: () => Promise.reject(broken) }];
    const runs: (() => Promise<void>)[] = [];
    runContract(cases, (_, run) => runs.push(run));
    expect(namesRun(cases)).toEqual(["a", "b"]);
    await expect(runs[0]?.()).resolves.toBeUndefined();
    await expect(runs[1]?.()).rejects.toBe(broken);
  });

  it("leaves out a skipped case that has a reason", () => {
    const skip = [{ test: "a", reason: "It is approximate." }];
    expect(namesRun([passing("a"), passing("b")], { skip })).toEqual(["b"]);
  });

  it("refuses to skip without a reason, or what does not exist", () => {
    const cases = [passing("a")];
    expect(() => namesRun(cases, { skip: [{ test: "a", reason: " " }] })).toThrow(/no reason/);
    expect(() => namesRun(cases, { skip: [{ test: "c", reason: "why" }] })).toThrow(/no case "c"/);
  });
});

describe("casesOf", () => {
  it("makes a new subject for each case, awaited", async () => {
    let made = 0;
    const seen: number[] = [];
    const note = async (subject: number): Promise<void> => void seen.push(subject);
    for (const { run } of casesOf(async () => ++made, { a: note, b: note })) await run();
    expect(seen).toEqual([1, 2]);
  });

  it("fails a case whose subject cannot be made", async () => {
    const cannot = (): never => {
      throw new Error("cannot be made");
    };
    const [only] = casesOf(cannot, { a: async () => {} });
    await expect(only?.run()).rejects.toThrow("cannot be made");
  });
});
