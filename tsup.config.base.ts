import type { Options } from "tsup";

/** How every package is built: ESM and CommonJS, types for both, one file an entry. */
export function packageBuild(
  entry: readonly string[] = ["src/index.ts"],
  more: Options = {},
): Options {
  return {
    entry: [...entry],
    format: ["esm", "cjs"],
    dts: true,
    clean: true,
    target: "node20",
    shims: true,
    treeshake: true,
    silent: true,
    ...more,
  };
}
