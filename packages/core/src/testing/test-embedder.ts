import assert from "node:assert/strict";
import type { Embedder, NamedEmbedder } from "../models.js";
import { frozen } from "./asserting.js";
import { type ContractCase, casesOf, type Make, type Rules } from "./contract.js";
import { oddTexts } from "./odd-texts.js";

/** How far two vectors of the same text may be apart, relative to their length. */
const tolerance = 1e-5;
const texts: readonly string[] = frozen([
  "The clockmaker of Verrin had two daughters.",
  "One daughter.",
  "Snow fell on the tower, on the market and on the long road to the east, for three whole days.",
  "钟楼在市场的东边。",
  "The clockmaker of Verrin had two daughters.",
  "?",
]);

/**
 * The contract of `Embedder` (LangChain's), and what an index needs beyond it: that a text's vector
 * depends on that text alone.
 *
 * @param make an embedder for each case.
 */
export function testEmbedder(make: Make<Embedder | NamedEmbedder>): readonly ContractCase[] {
  return casesOf(make, rules).map(({ name, run }) => ({ name: `embedder: ${name}`, run }));
}

const rules: Rules<Embedder | NamedEmbedder> = {
  "gives each text a vector: one width, finite, not all zeros": async (embedder) => {
    const vectors = await embedder.embedDocuments([...texts]);
    assert.equal(vectors.length, texts.length);
    for (const vector of vectors) assertVector(vector, vectors[0]?.length);
  },
  "gives a query a vector of the same width": async (embedder) => {
    const [document] = await embedder.embedDocuments([texts[0] as string]);
    assertVector(await embedder.embedQuery(texts[0] as string), document?.length);
  },
  "gives no texts no vectors": async (embedder) => {
    assert.deepEqual([...(await embedder.embedDocuments([]))], []);
  },
  "gives a text the same vector alone and beside others": async (embedder) => {
    const together = await embedder.embedDocuments([...texts]);
    for (const [i, text] of texts.entries()) {
      const [alone] = await embedder.embedDocuments([text]);
      assertNear(alone, together[i], `"${text}" alone and beside others`);
    }
    assertNear(together[0], together[4], "equal texts in one call");
  },
  "gives a text the same vector in any order": async (embedder) => {
    const forward = await embedder.embedDocuments([...texts]);
    const backward = await embedder.embedDocuments([...texts].reverse());
    for (const [i, text] of texts.entries()) {
      assertNear(forward[i], backward[texts.length - 1 - i], `"${text}" in reversed order`);
    }
  },
  "gives a query the same vector each time": async (embedder) => {
    const first = await embedder.embedQuery(texts[2] as string);
    await embedder.embedQuery(texts[3] as string);
    assertNear(await embedder.embedQuery(texts[2] as string), first, "the same query again");
  },
  "gives different texts different vectors": async (embedder) => {
    const [a = [], b = []] = await embedder.embedDocuments(texts.slice(0, 2));
    assert.ok(distance(a, b) > tolerance, "two texts have one vector");
  },
  "takes any text, as a document and as a query": async (embedder) => {
    const vectors = await embedder.embedDocuments([...oddTexts]);
    assert.equal(vectors.length, oddTexts.length);
    for (const vector of vectors) assertVector(vector, vectors[0]?.length);
    for (const odd of oddTexts) assertVector(await embedder.embedQuery(odd), vectors[0]?.length);
  },
  "leaves the caller's list as it is": async (embedder) => {
    const given = texts.slice();
    await embedder.embedDocuments(given);
    assert.deepEqual(given, texts);
  },
  "is told apart by a name, and its dimensions are true, where it has them": async (embedder) => {
    const { name, dimensions } = embedder as Partial<NamedEmbedder>;
    if (name !== undefined) assert.notEqual(name.trim(), "");
    const { length } = await embedder.embedQuery(texts[0] as string);
    if (dimensions !== undefined) assert.equal(length, dimensions);
  },
};

function assertVector(vector: readonly number[], width: number | undefined): void {
  assert.equal(vector.length, width, "vectors differ in width");
  assert.ok(vector.length > 0, "a vector has no numbers");
  assert.ok(vector.every(Number.isFinite), "a vector has a number that is not finite");
  assert.ok(
    vector.some((value) => value !== 0),
    "a vector is all zeros",
  );
}

function assertNear(
  a: readonly number[] | undefined,
  b: readonly number[] | undefined,
  what: string,
): void {
  assert.ok(a !== undefined && b !== undefined && a.length === b.length, `${what}: widths differ`);
  const apart = distance(a, b);
  assert.ok(apart <= tolerance, `${what}: vectors are ${apart} apart`);
}

/** The distance of two vectors, relative to the longer one. */
function distance(a: readonly number[], b: readonly number[]): number {
  const length = Math.max(Math.hypot(...a), Math.hypot(...b));
  return Math.hypot(...a.map((value, i) => value - (b[i] as number))) / length;
}
