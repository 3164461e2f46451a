import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["packages/*/src/**/*.test.ts", "apps/*/src/**/*.test.ts", "repo-tests/**/*.test.ts"],
    typecheck: { enabled: true, include: ["packages/*/src/**/*.test-d.ts"], tsconfig: "tsconfig.base.json" },
    testTimeout: 30_000,
    hookTimeout: 120_000,
    // Two cores: one for the tests, one for what they start.
    maxWorkers: 2,
  },
});
