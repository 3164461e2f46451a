// A pattern that leaves out a folder of data may leave out a folder of code of the same name.
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, it } from "vitest";
import { filesBelow } from "./source-figures.js";
import { packagesIn, ROOT } from "./workspace.js";

it("checks the style of every source file", () => {
  const { files } = JSON.parse(readFileSync(join(ROOT, "biome.json"), "utf8")) as {
    readonly files: { readonly includes: readonly string[] };
  };
  const leftOut = files.includes
    .filter((pattern) => pattern.startsWith("!"))
    .map((pattern) => pattern.slice(1).replace(/^\*\*\//, ""));
  const sources = [...packagesIn("packages"), ...packagesIn("apps")]
    .flatMap(({ folder }) => filesBelow(join(folder, "src")))
    .filter((path) => /\.[cm]?[jt]s$/.test(path))
    .map((path) => `/${relative(ROOT, path).replaceAll("\\", "/")}`);
  expect(sources.length).toBeGreaterThan(300);
  expect(leftOut).toContain("fixtures");
  expect(sources.filter((path) => leftOut.some((name) => path.includes(`/${name}/`)))).toEqual([]);
});
