import { describe, expect, it } from "vitest";
import { PsiError } from "./errors.js";
import type { Embedder } from "./models.js";
import { isVector, queryVector } from "./query-vector.js";

const embedderThat = (embedQuery: (...given: unknown[]) => unknown): Pick<Embedder, "embedQuery"> =>
  ({ embedQuery }) as unknown as Pick<Embedder, "embedQuery">;

describe("queryVector", () => {
  it("returns what the embedder returns, a promise or not", async () => {
    expect(
      await queryVector(
        embedderThat(async () => [1, 2]),
        "q",
      ),
    ).toEqual([1, 2]);
    expect(
      await queryVector(
        embedderThat(() => [1, 2]),
        "q",
      ),
    ).toEqual([1, 2]);
    const typed = Float32Array.of(1, 2);
    expect(
      await queryVector(
        embedderThat(() => typed),
        "q",
      ),
    ).toBe(typed);
  });

  it("calls the method on its embedder, with the query and the signal", async () => {
    const { signal } = new AbortController();
    const seen: unknown[] = [];
    const embedder = {
      scale: 3,
      async embedQuery(...given: unknown[]): Promise<number[]> {
        seen.push(...given);
        return [this.scale];
      },
    };
    expect(await queryVector(embedder, "q", { signal })).toEqual([3]);
    expect(seen).toEqual(["q", { signal }]);
  });

  it.each([
    ["rejects", () => Promise.reject(new Error("quota"))],
    [
      "throws at once",
      () => {
        throw new Error("quota");
      },
    ],
  ])("names an embedder that %s as failed, with its error as the cause", async (_, embedQuery) => {
    await expect(queryVector(embedderThat(embedQuery), "q")).rejects.toMatchObject({
      code: "embedder-failed",
      message: expect.stringContaining("quota"),
      cause: new Error("quota"),
    });
  });

  it("passes a PsiError of the embedder on", async () => {
    const error = new PsiError("missing-dependency", "Install it.");
    await expect(
      queryVector(
        embedderThat(() => Promise.reject(error)),
        "q",
      ),
    ).rejects.toBe(error);
  });

  it("refuses anything but a list of numbers", async () => {
    for (const value of [
      undefined,
      null,
      7,
      "1,2",
      {},
      [],
      [[1, 2]],
      ["1"],
      new Array(2),
      new Map(),
    ]) {
      await expect(
        queryVector(
          embedderThat(() => value),
          "q",
        ),
      ).rejects.toMatchObject({
        code: "embedder-failed",
        message: expect.stringContaining("no list of numbers"),
      });
    }
  });

  it("waits no longer than the signal allows, and does not call the embedder after an abort", async () => {
    let calls = 0;
    const hanging = embedderThat(() => {
      calls++;
      return new Promise(() => {});
    });
    const controller = new AbortController();
    const waiting = queryVector(hanging, "q", controller);
    controller.abort(new Error("enough"));
    await expect(waiting).rejects.toThrow("enough");
    await expect(queryVector(hanging, "q", controller)).rejects.toThrow("enough");
    expect(calls).toBe(1);
  });
});

describe("isVector", () => {
  it("takes arrays and typed arrays of numbers, and leaves their values to the caller", () => {
    for (const value of [[1], [Number.NaN], Float32Array.of(1), Int8Array.of(0)]) {
      expect(isVector(value)).toBe(true);
    }
    for (const value of [
      BigInt64Array.of(1n),
      new DataView(new ArrayBuffer(8)),
      new Float32Array(0),
    ]) {
      expect(isVector(value)).toBe(false);
    }
  });
});
