import type { Options } from "tsup";
import { packageBuild } from "../../tsup.config.base.js";

const config: Options = packageBuild();
export default config;
