/** One rule of a contract, as a test that throws when the rule is broken. */
export interface ContractCase {
  readonly name: string;
  run(): Promise<void>;
}

/** How a contract's suite gets what it tests: a new one for each case. */
export type Make<T> = () => T | Promise<T>;

/** The rules of a contract, by name, each as a check that throws. */
export type Rules<T> = Readonly<Record<string, (subject: T) => Promise<void>>>;

/** One case for each rule, with a subject of its own. */
export function casesOf<T>(make: Make<T>, rules: Rules<T>): readonly ContractCase[] {
  return Object.entries(rules).map(([name, check]) => ({
    name,
    run: async () => check(await make()),
  }));
}

/** A rule that an implementation is known not to keep, and why that is right. */
export interface SkippedCase {
  readonly test: string;
  readonly reason: string;
}

/**
 * Hands the cases of a contract to a test runner's `it`. A skipped case must exist and have a reason.
 *
 * @param it `it` of vitest, jest or node:test.
 */
export function runContract(
  cases: readonly ContractCase[],
  it: (name: string, run: () => Promise<void>) => unknown,
  options: { readonly skip?: readonly SkippedCase[] } = {},
): void {
  const skip = new Map((options.skip ?? []).map(({ test, reason }) => [test, reason]));
  for (const [test, reason] of skip) {
    if (reason.trim() === "") throw new Error(`The skipped case "${test}" has no reason.`);
    if (!cases.some(({ name }) => name === test))
      throw new Error(`There is no case "${test}" to skip.`);
  }
  for (const { name, run } of cases) if (!skip.has(name)) it(name, run);
}
