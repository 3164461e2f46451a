import { createHash } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { basename } from "node:path";
import { type PackedPackage, tarballOf } from "./pack-packages.js";
import { readManifest } from "./workspace.js";

/** A package registry on this machine that has the packed packages and nothing else. */
export interface LocalRegistry {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves packed packages as npm's registry would, so that `npm i @psi/rag` can be typed as it is written. */
export async function localRegistry(packed: readonly PackedPackage[]): Promise<LocalRegistry> {
  const records = new Map<string, (url: string) => string>();
  const archives = new Map<string, Buffer>();
  for (const each of packed) {
    const archive = await tarballOf(each);
    archives.set(`/archive/${basename(each.tarball)}`, archive);
    records.set(`/${each.name}`, (url) => recordOf(each, archive, url));
  }
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? "").replace(/\?.*/, "");
    const url = `http://127.0.0.1:${portOf(server)}`;
    const body = archives.get(path) ?? records.get(path)?.(url);
    // Kept out of npm's cache: the port is another one each time, and so would be each copy.
    response.writeHead(body === undefined ? 404 : 200, {
      "cache-control": "no-store",
      "content-type": typeof body === "string" ? "application/json" : "application/octet-stream",
    });
    response.end(body ?? "{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${portOf(server)}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function recordOf(each: PackedPackage, archive: Buffer, url: string): string {
  const manifest = readManifest(each.copy);
  const integrity = `sha512-${createHash("sha512").update(archive).digest("base64")}`;
  const tarball = `${url}/archive/${basename(each.tarball)}`;
  return JSON.stringify({
    name: each.name,
    "dist-tags": { latest: manifest.version },
    versions: { [manifest.version]: { ...manifest, dist: { tarball, integrity } } },
  });
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}
