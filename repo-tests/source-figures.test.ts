import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { exportedNames, filesBelow, functionLengths, importsIn } from "./source-figures.js";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "psi-figures-"));
  writeFileSync(join(folder, "types.d.ts"), "export interface Leaf {}\nexport type Root = Leaf;\n");
  writeFileSync(
    join(folder, "code.ts"),
    `export * from "./types.js";
export { type Root as Top } from "./types.js";
export function maker() {
  const one = () => 1;
  return {
    method() {
      one();
      return 2;
    },
    one,
  };
}
`,
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("counts a function's own lines", () => {
  const lengths = functionLengths(join(folder, "code.ts")).map(({ place, lines }) => [
    place.replace(/.*:/, ""),
    lines,
  ]);
  expect(lengths).toEqual([
    ["4 function", 1],
    ["6 method", 4],
    ["3 maker", 6],
  ]);
});

it("finds names that come from elsewhere, types too", () => {
  expect([...exportedNames(join(folder, "code.ts"))].sort()).toEqual([
    "Leaf",
    "Root",
    "Top",
    "maker",
  ]);
  expect(filesBelow(folder)).toHaveLength(2);
});

it("finds what built code imports, in every form that a bundler writes", () => {
  const code = `import { a, type b } from '@psi/core/testing';
import c from "lmdb";import * as d from 'node:fs';
import '@langchain/core/callbacks/dispatch';
export { e } from "natural/lib/stemmer.js";
var f = require('onnxruntime-node'), g = require("fs");
const h = await import('@psi/embed');
import { i } from './chunk-ABC.js';
throw new Error("import x from 'nothing'" + ' from "elsewhere"');`;
  expect([...importsIn(code)].sort()).toEqual([
    "@langchain/core",
    "@psi/core",
    "@psi/embed",
    "lmdb",
    "natural",
    "onnxruntime-node",
  ]);
});
