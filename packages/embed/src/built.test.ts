import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { localEmbedder } from "./local-embedder.js";

const dist = fileURLToPath(new URL("../dist/", import.meta.url));
const root = fileURLToPath(new URL("..", import.meta.url));
const isBuilt = existsSync(`${dist}index.js`) && existsSync(`${dist}index.cjs`);

const work = `const embedder = localEmbedder();
  embedder.embedDocuments(["one sentence"]).then(async ([vector]) => {
    await embedder.close();
    console.log(JSON.stringify({ name: embedder.name, vector }));
  });`;

describe("the built package", () => {
  it.skipIf(!isBuilt).each([
    ["module", `import { localEmbedder } from "@psi/embed"; ${work}`],
    ["commonjs", `const { localEmbedder } = require("@psi/embed"); ${work}`],
  ])(
    "finds its model and runs it as %s, and prints nothing of its own (skipped before a build)",
    async (type, script) => {
      const { stdout, stderr } = spawnSync(
        process.execPath,
        [`--input-type=${type}`, "-e", script],
        {
          cwd: root,
          encoding: "utf8",
        },
      );
      expect(stderr).toBe("");
      const subject = localEmbedder();
      const [vector] = await subject.embedDocuments(["one sentence"]);
      await subject.close();
      expect(JSON.parse(stdout)).toEqual({ name: subject.name, vector });
    },
  );
});
