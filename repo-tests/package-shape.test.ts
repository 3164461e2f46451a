// What every published package has in common: see STYLE and CONTRIBUTING.md.
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { headings } from "./markdown-blocks.js";
import { type PackedPackage, packPackages, tarballOf } from "./pack-packages.js";
import { exportedNames, filesBelow, functionLengths, importsIn } from "./source-figures.js";
import { packagesIn } from "./workspace.js";

interface Shape {
  /** The packages of ours that it may depend on. */
  readonly below: readonly string[];
  /** Everything else that it needs at run time. */
  readonly others?: readonly string[];
  /** Names that its main entry may export, types included. */
  readonly names?: number;
  /** The most kB of its built files, all formats and types together: a third above what it is. */
  readonly kilobytes: number;
}

/** The dependency rule, and the sizes. A new package needs a line here. */
const SHAPES: Readonly<Record<string, Shape>> = {
  // Most of core's names are types: the contracts that all packages meet in, an agent's among them.
  core: { below: [], names: 88, kilobytes: 370 },
  tree: { below: ["core"], kilobytes: 130 },
  abstract: { below: ["core"], kilobytes: 180 },
  sparse: { below: ["core"], kilobytes: 155 },
  embed: {
    below: ["core"],
    others: ["@huggingface/tokenizers", "onnxruntime-1.17"],
    kilobytes: 70,
  },
  eval: { below: ["core"], kilobytes: 70 },
  // Half are functions; the rest are the types of links and sentences, which users of one part alone need.
  bridge: { below: ["core"], names: 24, kilobytes: 285 },
  // A parser for each format, so that none is read by guesswork.
  files: {
    below: ["core"],
    others: [
      "chardet",
      "htmlparser2",
      "ignore",
      "micromark",
      "micromark-extension-directive",
      "micromark-extension-frontmatter",
      "micromark-extension-gfm",
      "micromark-extension-mdxjs",
      "micromark-util-decode-string",
      "picomatch",
      "smol-toml",
      "yaml",
    ],
    kilobytes: 330,
  },
  // Most of its bytes are weights; most of its names are types.
  fusion: { below: ["core"], names: 18, kilobytes: 1250 },
  // Six policies, the loop, conversations, meters, the guess at hops; and what each of them takes.
  agent: { below: ["core"], names: 28, kilobytes: 480 },
  // Three functions; the rest names what one index takes and gives.
  rag: {
    below: ["abstract", "agent", "bridge", "core", "embed", "fusion", "sparse", "tree"],
    others: ["lmdb"],
    names: 20,
    kilobytes: 300,
  },
  // Retriever, vector store, reranker, agent and tools, with what each of them takes.
  langchain: { below: ["core", "rag"], names: 21, kilobytes: 175 },
};

const known = packagesIn("packages");
const libraries = known.filter(({ short }) => SHAPES[short] !== undefined);
const LIMIT_OF_NAMES = 15;

let folder: string;
let packed: ReadonlyMap<string, PackedPackage>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "psi-shape-"));
  packed = new Map((await packPackages(folder)).map((each) => [each.short, each]));
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("has a line in this file for every package", () => {
  expect(known.map(({ short }) => short).sort()).toEqual(Object.keys(SHAPES).sort());
});

describe.each(libraries)("$name", ({ short, folder: source, manifest }) => {
  const { below, others = [], names = LIMIT_OF_NAMES, kilobytes } = SHAPES[short] as Shape;
  const built = filesBelow(join(source, "dist"));
  const code = built.filter((path) => /\.c?js$/.test(path));

  it("has a package.json like the others'", () => {
    expect(manifest).toMatchObject({
      name: `@psi/${short}`,
      license: "MIT",
      type: "module",
      main: "./dist/index.cjs",
      module: "./dist/index.js",
      types: "./dist/index.d.ts",
      engines: { node: ">=20" },
      publishConfig: { access: "public" },
    });
    expect(manifest.version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(manifest.description).toMatch(/\w+ \w+/);
    expect(manifest.files).toContain("dist");
  });

  it("exports files that exist, with types for both module systems", () => {
    const entries = Object.entries(manifest.exports ?? {});
    expect(entries.map(([entry]) => entry)).toEqual(
      expect.arrayContaining([".", "./package.json"]),
    );
    for (const [entry, target] of entries) {
      if (typeof target === "string") {
        expect([entry, target]).toEqual(["./package.json", "./package.json"]);
        continue;
      }
      const name = entry === "." ? "index" : entry.slice(2);
      expect(target).toEqual({
        import: { types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` },
        require: { types: `./dist/${name}.d.cts`, default: `./dist/${name}.cjs` },
      });
      for (const path of Object.values(target).flatMap((one) => Object.values(one))) {
        expect(existsSync(join(source, path)), path).toBe(true);
      }
    }
  });

  it("has a licence and a README with the headings that all have", () => {
    expect(readFileSync(join(source, "LICENSE"), "utf8")).toMatch(/^MIT License/);
    const readme = join(source, "README.md");
    const top = headings(readme).filter((heading) => /^#{1,2} /.test(heading));
    expect(top).toEqual([
      `# @psi/${short}`,
      ...["Install", "Use", "Options", "Errors", "Limits"].map((name) => `## ${name}`),
    ]);
    const [, paragraph = ""] = readFileSync(readme, "utf8").split(/\n\s*\n/);
    expect(paragraph, "a paragraph with the question it answers").toMatch(/\?/);
  });

  it("depends on what the rule allows", () => {
    const dependencies = Object.keys(manifest.dependencies ?? {});
    const allowed = [...below.map((name) => `@psi/${name}`), ...others];
    expect(dependencies.filter((name) => !allowed.includes(name))).toEqual([]);
    const peers = Object.keys(manifest.peerDependencies ?? {});
    const optional = Object.keys(manifest.peerDependenciesMeta ?? {});
    expect(peers.filter((name) => !optional.includes(name))).toEqual(["@langchain/core"]);
    // What is imported is declared, and what is declared is imported.
    const imported = new Set(code.flatMap((path) => importsIn(readFileSync(path, "utf8"))));
    const declared = [...dependencies, ...peers];
    expect([...imported].filter((name) => !declared.includes(name))).toEqual([]);
    expect(dependencies.filter((name) => !imported.has(name))).toEqual([]);
  });

  it("imports @langchain/core at run time only to be a LangChain class", () => {
    const importing = code.filter((path) =>
      importsIn(readFileSync(path, "utf8")).some((name) => name.startsWith("@langchain/")),
    );
    expect(importing.length > 0).toBe(short === "langchain");
  });

  it("prints nothing and reads no environment variable", () => {
    const talking = code.filter((path) =>
      /\bconsole\s*[.[]|process\s*\.\s*env\b|process\s*\.\s*std(out|err)/.test(
        readFileSync(path, "utf8").replace(/^\s*(\/\/|\/?\*).*$/gm, ""),
      ),
    );
    expect(talking).toEqual([]);
  });

  it(`is at most ${kilobytes} kB`, () => {
    const bytes = built.reduce((sum, path) => sum + statSync(path).size, 0);
    expect(bytes / 1000).toBeLessThan(kilobytes);
  });

  it(`exports at most ${names} names from its entry`, () => {
    expect(exportedNames(join(source, "dist/index.d.ts")).length).toBeLessThanOrEqual(names);
  });

  it("has short files, short functions and shallow folders", () => {
    const files = filesBelow(join(source, "src")).filter(
      (path) => path.endsWith(".ts") && !/\.test(-d)?\.ts$/.test(path),
    );
    const lengths = files.map((path) => readFileSync(path, "utf8").split("\n").length - 1);
    expect(files.filter((_, i) => (lengths[i] as number) > 300)).toEqual([]);
    expect(lengths.sort((a, b) => a - b)[lengths.length >> 1]).toBeLessThanOrEqual(100);
    expect(files.flatMap(functionLengths).filter(({ lines }) => lines > 50)).toEqual([]);
    const deep = files.filter((path) => path.slice(source.length).split(/[/\\]/).length > 5);
    expect(deep).toEqual([]);
  });

  it("packs what is used and nothing else", () => {
    const { contents } = packed.get(short) as PackedPackage;
    const roots = new Set(contents.map((path) => path.split("/")[0]));
    const wanted = ["LICENSE", "README.md", "package.json", ...(manifest.files ?? [])];
    expect([...roots].sort()).toEqual(wanted.sort());
    expect(contents.filter((path) => /\.test\.|tsbuildinfo|\.map$/.test(path))).toEqual([]);
  });

  it("passes publint", async () => {
    const archive = await tarballOf(packed.get(short) as PackedPackage);
    const tarball = archive.buffer.slice(
      archive.byteOffset,
      archive.byteOffset + archive.byteLength,
    ) as ArrayBuffer;
    const { messages, pkg } = await publint({ pack: { tarball }, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg, { color: false }))).toEqual([]);
  }, 60_000);

  it("has types that resolve wherever Node 20 and bundlers look", async () => {
    const archive = createPackageFromTarballData(
      await tarballOf(packed.get(short) as PackedPackage),
    );
    const analysis = await checkPackage(archive);
    expect(analysis.types).toMatchObject({ kind: "included" });
    // node10: the resolution of Node 10, which knows no "exports"; our engines begin with Node 20.
    const problems = analysis.types === false ? [] : analysis.problems;
    const ours = problems.filter(
      (problem) => !("resolutionKind" in problem && problem.resolutionKind === "node10"),
    );
    expect(ours).toEqual([]);
  }, 60_000);
});
