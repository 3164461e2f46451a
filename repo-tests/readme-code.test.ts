// The code in the documentation: all of it compiles, and what a reader would run first runs.
import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compileBlocks } from "./compile-blocks.js";
import { codeBlocks, firstBlock } from "./markdown-blocks.js";
import { plainEnvironment } from "./pack-packages.js";
import { packagesIn, ROOT, readManifest } from "./workspace.js";

const execute = promisify(execFile);
const files = [
  ...["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"],
  ...readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join("docs", name)),
  ...[...packagesIn("packages"), ...packagesIn("apps")]
    .map(({ folder }) => relative(ROOT, join(folder, "README.md")))
    .filter((name) => existsSync(join(ROOT, name))),
];

/** What the prose of a file takes its reader to have already. Nothing of ours is declared here. */
const READERS: Readonly<Record<string, string>> = {
  "packages/fusion/README.md": `
    import type { PsiIndex } from "@psi/rag";
    declare const index: PsiIndex;
    declare const questions: { question: string; gold: string[] }[];`,
  "packages/langchain/README.md": `
    import { InMemoryStore } from "@langchain/core/stores";
    import { BaseDocumentCompressor } from "@langchain/core/retrievers/document_compressors";
    import { index, type RecordManagerInterface } from "@langchain/core/indexing";
    import { SelfQueryRetriever } from "@langchain/classic/retrievers/self_query";
    import { ChatOpenAI, OpenAIEmbeddings } from "@langchain/openai";
    declare class CohereRerank extends BaseDocumentCompressor {
      compressDocuments: BaseDocumentCompressor["compressDocuments"];
    }
    declare const more: Document[], docsSource: Document[];
    declare const llm: ChatOpenAI;
    declare const attributeInfo: { name: string; type: string; description: string }[];
    declare const signal: AbortSignal;
    declare const recordManager: RecordManagerInterface;`,
};

describe("code in the documentation", () => {
  it("compiles", () => {
    const readmes = files.map((file) => ({
      file,
      blocks: codeBlocks(join(ROOT, file)).filter(({ language }) => language === "ts"),
      reader: READERS[file] ?? "",
    }));
    expect(compileBlocks(readmes)).toEqual([]);
  }, 60_000);

  it("names scripts that exist", () => {
    const { scripts = {} } = readManifest(ROOT);
    const named = files.flatMap((file) =>
      codeBlocks(join(ROOT, file))
        .filter(({ language }) => language === "sh")
        .flatMap(({ code }) => [...code.matchAll(/^\s*npm (?:run (?:-s |--silent )?)?(\S+)/gm)])
        .map(([line, script]) => ({ file, line: line.trim(), script: script as string })),
    );
    const known = [...Object.keys(scripts), "i", "install"];
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter(({ script }) => !known.includes(script))).toEqual([]);
  });
});

describe("links in the documentation", () => {
  it("lead to files that exist", () => {
    const links = files.flatMap((file) =>
      [...readFileSync(join(ROOT, file), "utf8").matchAll(/\]\(([^)\s]+)\)/g)]
        .map(([, target]) => target as string)
        .filter((target) => !/^(https?:|#)/.test(target))
        .map((target) => ({
          file,
          target,
          path: join(ROOT, file, "..", target.replace(/#.*/, "")),
        })),
    );
    expect(links.length).toBeGreaterThan(0);
    expect(links.filter(({ path }) => !existsSync(path))).toEqual([]);
  });
});

describe("first examples", () => {
  let folder: string;
  beforeAll(async () => {
    // Below a folder whose node_modules has every package.
    folder = await mkdtemp(join(ROOT, "repo-tests/node_modules/.readme-"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function run(file: string): Promise<string> {
    const script = join(folder, `${file.replaceAll(/\W/g, "-")}.mjs`);
    await writeFile(script, firstBlock(join(ROOT, file), "ts").code);
    const { stdout, stderr } = await execute(process.execPath, [script], {
      cwd: folder,
      env: plainEnvironment(),
      timeout: 60_000,
    });
    expect(stderr).toBe("");
    return stdout.trim();
  }

  const readmes = files.filter((file) => /^packages\/.*README\.md$/.test(file));
  it.each(readmes)("%s", async (file) => expect(await run(file)).not.toBe(""), 60_000);

  it("README.md, twice: nothing is embedded again, and the answers are the same", async () => {
    const [first, ...found] = (await run("README.md")).split("\n");
    expect(first).toMatch(/^3 passages, [1-9]/);
    const [second, ...again] = (await run("README.md")).split("\n");
    expect(second).toBe("3 passages, 0 texts embedded now");
    expect(found.length).toBeGreaterThan(3);
    expect(again).toEqual(found);
  }, 120_000);
});
