import type { Options } from "tsup";
import { packageBuild } from "../../tsup.config.base.js";

const config: Options = packageBuild(["src/index.ts", "src/onnx-process.ts"], {
  // The program of another process: nobody imports it.
  dts: { entry: "src/index.ts" },
});
export default config;
