import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import wabt from "wabt";
import { dotsWasm } from "./dots-wasm.js";

it("holds dots.wat as it is", async () => {
  const text = await readFile(new URL("dots.wat", import.meta.url), "utf8");
  const module = (await wabt()).parseWat("dots.wat", text);
  module.resolveNames();
  module.validate();
  const assembled = Buffer.from(module.toBinary({}).buffer).toString("base64");
  module.destroy();
  expect(dotsWasm).toBe(assembled);
});
