import type { Options } from "tsup";
import { packageBuild } from "../../tsup.config.base.js";

const config: Options = packageBuild(["src/index.ts", "src/model-text.ts", "src/testing.ts"]);
export default config;
