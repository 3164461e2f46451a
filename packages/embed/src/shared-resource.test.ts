import { describe, expect, it } from "vitest";
import { sharedResource } from "./shared-resource.js";

interface Numbered {
  readonly number: number;
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

/** A resource whose loads, and what they load, end when the test says so. */
function scripted() {
  const loads: { resolve(): void; reject(cause: Error): void; end(): void }[] = [];
  let open = 0;
  const resource = sharedResource(
    () =>
      new Promise<Numbered>((resolve, reject) => {
        const number = loads.length;
        let end = (): void => {};
        const ended = new Promise<void>((resolveEnd) => {
          end = resolveEnd;
        });
        loads.push({
          resolve() {
            open++;
            resolve({
              number,
              ended,
              async close() {
                open--;
              },
            });
          },
          reject,
          end,
        });
      }),
  );
  return { resource, loads, open: () => open };
}

describe("sharedResource", () => {
  it("loads nothing until it is asked, and once for all who ask", async () => {
    const { resource, loads } = scripted();
    expect(loads).toHaveLength(0);
    const asked = [resource.get(), resource.get()];
    loads[0]?.resolve();
    const [first, second] = await Promise.all([...asked, resource.get()]);
    expect(first).toBe(second);
    expect(loads).toHaveLength(1);
  });

  it("forgets a load that failed", async () => {
    const { resource, loads } = scripted();
    const asked = [resource.get(), resource.get()];
    loads[0]?.reject(new Error("no memory"));
    for (const each of asked) await expect(each).rejects.toThrow("no memory");
    const again = resource.get();
    loads[1]?.resolve();
    expect((await again).number).toBe(1);
  });

  it("forgets what has ended, unless something newer is loaded already", async () => {
    const { resource, loads } = scripted();
    const first = resource.get();
    loads[0]?.resolve();
    await first;
    loads[0]?.end();
    await (await first).ended;
    const second = resource.get();
    loads[1]?.resolve();
    expect((await second).number).toBe(1);
    await resource.close();
    const third = resource.get();
    loads[2]?.resolve();
    await third;
    loads[1]?.end();
    await (await second).ended;
    expect((await resource.get()).number).toBe(2);
  });

  it("closes once, and loads again when asked later", async () => {
    const { resource, loads, open } = scripted();
    const asked = resource.get();
    loads[0]?.resolve();
    await asked;
    await Promise.all([resource.close(), resource.close()]);
    expect(open()).toBe(0);
    const again = resource.get();
    loads[1]?.resolve();
    expect((await again).number).toBe(1);
    expect(open()).toBe(1);
  });

  it("closes what is still being loaded, and leaves a newer load alone", async () => {
    const { resource, loads, open } = scripted();
    const old = resource.get();
    const closed = resource.close();
    const newer = resource.get();
    loads[1]?.resolve();
    loads[0]?.resolve();
    await Promise.all([old, closed, newer]);
    expect(open()).toBe(1);
    expect(await resource.get()).toBe(await newer);
  });

  it("closes in peace when nothing is loaded, or when the load fails", async () => {
    const { resource, loads } = scripted();
    await resource.close();
    const asked = resource.get();
    const closed = resource.close();
    loads[0]?.reject(new Error("no memory"));
    await expect(asked).rejects.toThrow("no memory");
    await closed;
  });
});
