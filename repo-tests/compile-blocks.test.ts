import { describe, expect, it } from "vitest";
import { compileBlocks } from "./compile-blocks.js";

const blocksOf = (...codes: readonly string[]) =>
  codes.map((code, i) => ({ language: "ts", line: 10 * (i + 1), code }));

describe("compileBlocks", () => {
  it("lets a block use, and declare anew, what stands before it", () => {
    const blocks = blocksOf(
      `import { dot } from "@psi/core";\nconst length = dot(new Float32Array(2), new Float32Array(2));`,
      `import { dot, row } from "@psi/core";\nconst more: number = length + 1;\nconsole.log(row, more, dot);`,
      `const length: string = "other";\nconsole.log(length, more);`,
    );
    expect(compileBlocks([{ file: "a.md", blocks }])).toEqual([]);
  });

  it("tells each fault, and its line in the file", () => {
    const blocks = blocksOf(
      `import { growForest } from "@psi/tree";\nconst one = 1;\nconst two: string = one;`,
      "later(one);\nconst later = 1;",
    );
    const faults = compileBlocks([
      { file: "a.md", blocks },
      { file: "b.md", blocks: blocksOf("one;") },
    ]);
    expect(faults.join("\n")).toMatch(/^a\.md:10: .*growForest/m);
    expect(faults.join("\n")).toMatch(/^a\.md:12: .*'number'.*'string'/m);
    expect(faults.join("\n")).toMatch(/^a\.md:20: .*'later'/m);
    expect(faults.join("\n")).toMatch(/^b\.md:10: .*'one'/m);
  });

  it("knows what a reader is said to have", () => {
    const readme = { file: "a.md", blocks: blocksOf("console.log(key.length);") };
    expect(compileBlocks([{ ...readme, reader: "declare const key: string;" }])).toEqual([]);
    expect(compileBlocks([readme])).toHaveLength(1);
  });
});
