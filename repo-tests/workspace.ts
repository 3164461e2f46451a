import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's root. */
export const ROOT: string = fileURLToPath(new URL("..", import.meta.url));

/** One side of an export, for `import` or for `require`. */
export interface ExportCondition {
  readonly types: string;
  readonly default: string;
}

/** The parts of a package.json that these tests look at. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly description?: string;
  readonly type?: string;
  readonly main?: string;
  readonly module?: string;
  readonly types?: string;
  readonly files?: readonly string[];
  readonly bin?: Readonly<Record<string, string>>;
  readonly exports?: Readonly<
    Record<string, string | { readonly import: ExportCondition; readonly require: ExportCondition }>
  >;
  readonly engines?: { readonly node?: string };
  readonly scripts?: Readonly<Record<string, string>>;
  readonly publishConfig?: { readonly access?: string };
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

/** A package of this workspace. */
export interface Workspace {
  readonly name: string;
  /** The folder's name, such as "tree". */
  readonly short: string;
  readonly folder: string;
  readonly manifest: Manifest;
}

/** The packages in a folder of the root, by name. */
export function packagesIn(parent: "packages" | "apps"): readonly Workspace[] {
  return readdirSync(join(ROOT, parent), { withFileTypes: true })
    .filter((entry) => existsSync(join(ROOT, parent, entry.name, "package.json")))
    .map(({ name }) => workspaceAt(join(ROOT, parent, name)))
    .sort((one, other) => one.name.localeCompare(other.name));
}

function workspaceAt(folder: string): Workspace {
  const manifest = readManifest(folder);
  return { name: manifest.name, short: basename(folder), folder, manifest };
}

export function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
}
