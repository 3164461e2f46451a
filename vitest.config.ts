import { defineConfig, type ViteUserConfig } from "vitest/config";

const config: ViteUserConfig = defineConfig({
  test: {
    include: ["packages/*/src/**/*.test.ts", "apps/*/src/**/*.test.ts", "repo-tests/**/*.test.ts"],
    // Errors elsewhere are found by the typecheck of each package.
    typecheck: {
      enabled: true,
      include: ["packages/*/src/**/*.test-d.ts"],
      tsconfig: "tsconfig.base.json",
      ignoreSourceErrors: true,
    },
    testTimeout: 30_000,
    hookTimeout: 120_000,
    // Two cores: one for the tests, one for what they start.
    maxWorkers: 2,
  },
});

export default config;
