import { readFileSync } from "node:fs";

interface Golden {
  readonly texts: readonly string[];
  /** One list a text; "…" stands for ids like the one before it, a last text says how many there are. */
  readonly tokenIds: readonly (readonly (number | string)[])[];
  readonly first8: readonly (readonly number[])[];
  readonly queryPrefix: string;
  readonly queries: readonly string[];
  readonly cosineQueryText: readonly (readonly number[])[];
}

type ModelName = "bge-small-en-v1.5" | "bge-small-zh-v1.5";

/** What onnxruntime in Python gave for the same model files. */
export const golden = JSON.parse(
  readFileSync(new URL("../../fixtures/golden-bge.json", import.meta.url), "utf8"),
) as Record<ModelName, Golden>;

/** A golden list of ids with its "…" written out. */
export function goldenIds(list: readonly (number | string)[]): readonly number[] {
  const gap = list.indexOf("…");
  if (gap < 0) return list as number[];
  const length = Number.parseInt(String(list.at(-1)), 10);
  const before = list.slice(0, gap) as number[];
  const after = list.slice(gap + 1, -1) as number[];
  const filler = new Array<number>(length - before.length - after.length).fill(before.at(-1)!);
  return [...before, ...filler, ...after];
}
