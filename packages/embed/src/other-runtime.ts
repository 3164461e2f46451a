import { existsSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);

/** Packages that load onnxruntime-node into the program that imports them. */
const loaders = ["onnxruntime-node", "@huggingface/transformers"];

/**
 * Whether this thread has loaded another onnxruntime-node than ours, or the program can load one: whether one
 * is installed where this package, the main script or the working folder looks for packages. Takes less than a
 * millisecond.
 *
 * @param folders where to look, and in all folders above them.
 */
export function hasOtherRuntime(folders: readonly string[] = foldersOfProgram()): boolean {
  return (
    Object.keys(require.cache).some(isOtherBinding) ||
    folders.some((folder) =>
      loaders.some((name) => {
        const found = findInstalled(name, folder);
        return found !== undefined && found !== ownFolder();
      }),
    )
  );
}

/** Whether a path is that of another onnxruntime-node's native part. */
export function isOtherBinding(path: string): boolean {
  return path.endsWith("onnxruntime_binding.node") && !path.startsWith(`${ownFolder()}${sep}`);
}

function foldersOfProgram(): readonly string[] {
  const [, main] = process.argv;
  // Below node_modules lies a tool that runs the program, such as a test runner.
  const isProgram = main !== undefined && !main.split(sep).includes("node_modules");
  return [
    dirname(fileURLToPath(import.meta.url)),
    process.cwd(),
    ...(isProgram ? [dirname(resolve(main))] : []),
  ];
}

/** The folder of the onnxruntime-node that we depend on; undefined when it is not installed. */
function ownFolder(): string | undefined {
  return findInstalled("onnxruntime-1.17", dirname(fileURLToPath(import.meta.url)));
}

/** The folder of a package, as modules in some folder find it. */
function findInstalled(name: string, folder: string): string | undefined {
  const path = join(folder, "node_modules", name);
  if (existsSync(path)) return realpathSync(path);
  const parent = dirname(folder);
  return parent === folder ? undefined : findInstalled(name, parent);
}
