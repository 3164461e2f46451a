import { readdirSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { join } from "node:path";
import ts from "typescript";

/** The paths of all files below a folder. */
export function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** The names that a module exports, types included. */
export function exportedNames(path: string): readonly string[] {
  const program = ts.createProgram([path], {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    noLib: true,
    types: [],
  });
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(path);
  const module = source && checker.getSymbolAtLocation(source);
  if (module === undefined) throw new Error(`${path} exports nothing.`);
  return checker.getExportsOfModule(module).map(({ name }) => name);
}

export interface FunctionLength {
  /** File, line and name. */
  readonly place: string;
  readonly lines: number;
}

/**
 * How long the functions of a file are. The lines of functions inside another are theirs alone: what makes
 * an object of several methods is not long because they are many.
 */
export function functionLengths(path: string): readonly FunctionLength[] {
  const source = ts.createSourceFile(
    path,
    readFileSync(path, "utf8"),
    ts.ScriptTarget.ES2023,
    true,
  );
  const lengths: FunctionLength[] = [];
  const lineOf = (position: number): number => source.getLineAndCharacterOfPosition(position).line;
  /** Visits a node; returns how many lines the functions in it have, those within them included. */
  const visit = (node: ts.Node): number => {
    let inner = 0;
    ts.forEachChild(node, (child) => {
      inner += visit(child);
    });
    if (!ts.isFunctionLike(node) || !("body" in node) || node.body === undefined) return inner;
    const from = lineOf(node.getStart(source));
    const lines = lineOf(node.end) - from + 1;
    const name = node.name?.getText(source) ?? "function";
    lengths.push({ place: `${path}:${from + 1} ${name}`, lines: lines - inner });
    return lines === 1 ? 0 : lines;
  };
  visit(source);
  return lengths;
}

/** The packages that built code imports, without Node's own. */
export function importsIn(code: string): readonly string[] {
  const imports =
    /(?:^|[\s;}])(?:import|export)\s*(?:[\w*{][^'";()]*?\s*from\s*)?["']([^"']+)["']|\b(?:require|import)\(\s*["']([^"']+)["']/gm;
  return [...code.matchAll(imports)]
    .map(([, from, call]) => (from ?? call) as string)
    .filter((name) => !name.startsWith(".") && !name.startsWith("node:"))
    .map((name) =>
      name
        .split("/")
        .slice(0, name.startsWith("@") ? 2 : 1)
        .join("/"),
    )
    .filter((name) => !builtinModules.includes(name));
}
