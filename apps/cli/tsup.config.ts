import type { Options } from "tsup";
import { packageBuild } from "../../tsup.config.base.js";

// A program, not a library: one format and no types.
const config: Options = packageBuild(["src/main.ts"], { format: ["esm"], dts: false });
export default config;
