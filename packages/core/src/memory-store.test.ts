import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { memoryStore } from "./memory-store.js";

const key = fc.constantFrom("a", "a/1", "a/2", "b", "b/1");
const entry = fc.record({ key, bytes: fc.uint8Array({ maxLength: 4 }) }, { requiredKeys: ["key"] });

// The contract's suite runs on memoryStore in testing/test-index-store.test.ts.
describe("memoryStore", () => {
  it("is the same as a plain map, whatever is written", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(entry)), key, async (writes, prefix) => {
        const store = memoryStore();
        const model = new Map<string, number[]>();
        for (const entries of writes) {
          await store.write(entries);
          for (const { key, bytes } of entries) {
            if (bytes === undefined) model.delete(key);
            else model.set(key, [...bytes]);
          }
        }
        const keys: string[] = [];
        for await (const each of store.keys(prefix)) keys.push(each);
        expect(keys).toEqual([...model.keys()].filter((each) => each.startsWith(prefix)).sort());
        const read = await store.read(keys);
        expect(read.map((bytes) => [...(bytes ?? [])])).toEqual(
          keys.map((each) => model.get(each)),
        );
      }),
    );
  });

  it("shares nothing with another memory store", async () => {
    const [one, other] = [memoryStore(), memoryStore()];
    await one.write([{ key: "a", bytes: Uint8Array.of(1) }]);
    expect(await other.has(["a"])).toEqual([false]);
    expect(await one.exclusively(() => other.exclusively(async () => "both"))).toBe("both");
  });
});
