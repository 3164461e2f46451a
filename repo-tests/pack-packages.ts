import { execFile } from "node:child_process";
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { packagesIn, type Workspace } from "./workspace.js";

const execute = promisify(execFile);

/** A package as it would be published. */
export interface PackedPackage extends Workspace {
  /** The folder that was packed. */
  readonly copy: string;
  /** Path of the archive. */
  readonly tarball: string;
  /** Paths of the files in it. */
  readonly contents: readonly string[];
}

/**
 * Packs all publishable packages with npm, as `pnpm publish` would: each version of the workspace stands
 * in place of "workspace:*". npm packs a copy, so that nothing in the checkout is written to.
 *
 * @param folder an empty folder for the copies and the archives.
 */
export async function packPackages(folder: string): Promise<readonly PackedPackage[]> {
  const workspaces = [...packagesIn("packages"), ...packagesIn("apps")];
  const versions = new Map(workspaces.map(({ name, manifest }) => [name, manifest.version]));
  const copies = await Promise.all(workspaces.map((each) => copied(each, folder, versions)));
  const { stdout } = await execute(
    "npm",
    ["pack", "--json", "--ignore-scripts", "--pack-destination", folder, ...copies],
    { cwd: folder, env: plainEnvironment(), maxBuffer: 1 << 26 },
  );
  const archives = archivesBy(JSON.parse(stdout));
  return workspaces.map((each, i) => {
    const { filename, files } = archives.get(each.name) as Archive;
    return {
      ...each,
      copy: copies[i] as string,
      tarball: join(folder, basename(filename)),
      contents: files.map(({ path }) => path),
    };
  });
}

/** What npm tells of an archive that it made. */
interface Archive {
  readonly name: string;
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

/** The archives by name; npm tells them in a list or, in some versions, in an object. */
function archivesBy(told: object): ReadonlyMap<string, Archive> {
  return new Map((Object.values(told) as Archive[]).map((archive) => [archive.name, archive]));
}

async function copied(
  { short, folder: source, manifest }: Workspace,
  folder: string,
  versions: ReadonlyMap<string, string>,
): Promise<string> {
  const copy = join(folder, short);
  await mkdir(copy, { recursive: true });
  // All but what is installed: "files" is to choose from everything that lies in the folder.
  await cp(source, copy, {
    recursive: true,
    filter: (path) => !["node_modules", ".turbo"].includes(basename(path)),
  });
  const { dependencies = {}, ...rest } = manifest;
  const published = Object.entries(dependencies).map(([name, range]) => [
    name,
    range === "workspace:*" ? versions.get(name) : range,
  ]);
  const text = JSON.stringify({ ...rest, dependencies: Object.fromEntries(published) }, null, 2);
  await writeFile(join(copy, "package.json"), `${text}\n`);
  return copy;
}

/** The environment without what `npm test` tells the programs it starts about this repository. */
export function plainEnvironment(more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) =>
      !/^(npm_(lifecycle|package|command|execpath|node_execpath|config_(local_prefix|recursive|silent|loglevel|dir))|INIT_CWD|NODE_ENV|NODE_OPTIONS|VITEST|NODE_PATH)/i.test(
        name,
      ),
  );
  return { ...Object.fromEntries(kept), ...more };
}

export async function tarballOf({ tarball }: PackedPackage): Promise<Buffer> {
  return readFile(tarball);
}
