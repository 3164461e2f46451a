import { join } from "node:path";
import ts from "typescript";
import type { CodeBlock } from "./markdown-blocks.js";
import { ROOT } from "./workspace.js";

/** The TypeScript of a Markdown file. */
export interface Readme {
  /** Path from the root. */
  readonly file: string;
  readonly blocks: readonly CodeBlock[];
  /** Declarations of what a reader is taken to have: documents, a key, a model of their own. */
  readonly reader?: string;
}

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  lib: ["lib.es2023.d.ts", "lib.esnext.disposable.d.ts"],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  types: ["node"],
  typeRoots: [join(ROOT, "node_modules/@types")],
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
  noEmit: true,
};

/**
 * Not faults here: a parameter without a type, since examples run as they stand and so can't annotate, and
 * a package that brings no types.
 */
const ALLOWED = [7006, 7016, 7031];

/**
 * Compiles the blocks of several files, all in one program. A block may use what the blocks before it in
 * the same file declare or import, and may declare it anew.
 *
 * @returns what is wrong, each as "file:line: message".
 */
export function compileBlocks(readmes: readonly Readme[]): readonly string[] {
  const modules = new Map(
    readmes.map((readme, i) => [join(ROOT, "repo-tests", `readme-${i}.mts`), moduleOf(readme)]),
  );
  const host = ts.createCompilerHost(OPTIONS);
  const { getSourceFile, fileExists, readFile } = host;
  host.fileExists = (path) => modules.has(path) || fileExists(path);
  host.readFile = (path) => modules.get(path)?.code ?? readFile(path);
  host.getSourceFile = (path, options, ...rest) => {
    const own = modules.get(path);
    return own === undefined
      ? getSourceFile(path, options, ...rest)
      : ts.createSourceFile(path, own.code, options);
  };
  const program = ts.createProgram([...modules.keys()], OPTIONS, host);
  return [...modules].flatMap(([path, { locate }]) => {
    const source = program.getSourceFile(path);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)]
      .filter(({ code }) => !ALLOWED.includes(code))
      .map(({ start = 0, messageText }) => {
        const line = source?.getLineAndCharacterOfPosition(start).line ?? 0;
        return `${locate(line)}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
      });
  });
}

interface Module {
  readonly code: string;
  /** The place in the Markdown file of a line of the code, from 0. */
  locate(line: number): string;
}

/** One module of all blocks: imports first, once each; then a function in which each block nests in the one before. */
function moduleOf({ file, blocks, reader = "" }: Readme): Module {
  const imports = new Map<string, number>();
  const lines: { readonly text: string; readonly from: number }[] = [];
  for (const { code, line } of blocks) {
    lines.push({ text: "{", from: line });
    const source = ts.createSourceFile("block.mts", code, ts.ScriptTarget.ES2023);
    const ends = source.statements.filter(ts.isImportDeclaration).map((each) => {
      const from = line + source.getLineAndCharacterOfPosition(each.getStart(source)).line;
      for (const one of importsOf(each, source)) if (!imports.has(one)) imports.set(one, from);
      return each.end;
    });
    const rest = Math.max(0, ...ends);
    const blank = code.slice(0, rest).replace(/[^\n]/g, "") + code.slice(rest);
    blank.split("\n").forEach((text, i) => {
      lines.push({ text, from: line + i });
    });
  }
  const last = lines.at(-1)?.from ?? 1;
  const all = [
    ...[...imports].map(([text, from]) => ({ text, from })),
    ...reader.split("\n").map((text) => ({ text, from: 0 })),
    { text: "export async function readme() {", from: 1 },
    ...lines,
    { text: "}".repeat(blocks.length + 1), from: last },
  ];
  return {
    code: all.map(({ text }) => text).join("\n"),
    locate: (line) => `${file}:${all[line]?.from ?? last}`,
  };
}

/** An import as one declaration a name, so that two blocks may import the same one. */
function importsOf(declaration: ts.ImportDeclaration, source: ts.SourceFile): readonly string[] {
  const module = declaration.moduleSpecifier.getText(source);
  const clause = declaration.importClause;
  const named = clause?.namedBindings;
  if (clause === undefined || named === undefined || !ts.isNamedImports(named)) {
    return [declaration.getText(source)];
  }
  const type = clause.isTypeOnly ? "type " : "";
  const whole =
    clause.name === undefined ? [] : [`import ${type}${clause.name.text} from ${module};`];
  const each = named.elements.map(
    (name) => `import ${type}{ ${name.getText(source)} } from ${module};`,
  );
  return [...whole, ...each];
}
