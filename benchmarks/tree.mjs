// How long does a tree take to grow and to search, in what memory, and how much of it does SIMD save?
//   node benchmarks/tree.mjs [passages] [dimensions]        needs packages/tree built
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const built = new URL("../packages/tree/dist/index.js", import.meta.url).href;
const [passages = 6119, dimensions = 384] = process.argv.slice(2, 4).map(Number);
const role = process.argv[4];

/** Numbers from 0 to 1 from a seed: mulberry32. */
function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Fills rows with unit vectors around a tenth as many centres, themselves around a common one. */
function fill({ data }, rows) {
  const random = randomFrom(7);
  const around = (centre, spread) =>
    Float64Array.from({ length: dimensions }, (_, i) => centre[i] + spread * (random() - 0.5));
  const common = around(new Float64Array(dimensions), 1);
  const centres = Array.from({ length: Math.ceil(rows / 10) }, () => around(common, 1));
  for (let row = 0; row < rows; row++) {
    const vector = around(centres[Math.floor(random() ** 2 * centres.length)], 0.8);
    const length = Math.hypot(...vector);
    for (let i = 0; i < dimensions; i++) data[row * dimensions + i] = vector[i] / length;
  }
}

function seconds(work) {
  const start = performance.now();
  work();
  return (performance.now() - start) / 1000;
}

const best = (times, work) => Math.min(...Array.from({ length: times }, () => seconds(work)));

function print(what, value, unit) {
  console.log(`${what.padEnd(58)} ${value.toFixed(value < 10 ? 3 : 1).padStart(9)} ${unit}`);
}

/** A child: peak memory of growing beyond the vectors and the process that holds them, in megabytes. */
async function measureMemory() {
  const { allocateMatrix, growTree } = await import(built);
  // Warms the kernel and the compiler up, so that only what grows with the vectors is counted.
  const small = allocateMatrix(400, dimensions);
  fill(small, 400);
  growTree(small);
  const vectors = allocateMatrix(passages, dimensions);
  fill(vectors, passages);
  globalThis.gc?.();
  const before = Math.max(process.memoryUsage.rss(), process.resourceUsage().maxRSS * 1024);
  growTree(vectors);
  console.log((process.resourceUsage().maxRSS * 1024 - before) / 1e6);
}

async function measureTime() {
  const simd = await import(built);
  const vectors = simd.allocateMatrix(passages, dimensions);
  fill(vectors, passages);

  const { WebAssembly } = globalThis;
  globalThis.WebAssembly = undefined;
  const plain = await import(`${built}?plain`);
  const copy = plain.allocateMatrix(passages, dimensions);
  globalThis.WebAssembly = WebAssembly;
  copy.data.set(vectors.data);

  let edges;
  let grown;
  const simdTree = best(3, () => {
    edges = simd.spanningTree(vectors);
  });
  const plainTree = best(1, () => plain.spanningTree(copy));
  print("spanning tree, TypeScript kernel", plainTree, "s");
  print("spanning tree, SIMD kernel, best of 3", simdTree, "s");
  print("ratio", plainTree / simdTree, "x");
  print("merges", best(3, () => simd.mergeEdges(passages, edges)) * 1000, "ms");
  const shape = simd.mergeEdges(passages, edges);
  print("balance", best(3, () => simd.balance(shape, vectors)) * 1000, "ms");
  print(
    "spanning tree and shape (growTree), best of 2",
    best(2, () => {
      grown = simd.growTree(vectors);
    }),
    "s",
  );

  const tree = simd.psiTree(grown.hierarchy, vectors);
  const plainSearched = plain.psiTree(grown.hierarchy, copy);
  print("psiTree", best(3, () => simd.psiTree(grown.hierarchy, vectors)) * 1000, "ms");
  const query = vectors.data.slice(0, dimensions);
  print(
    "scan, TypeScript kernel, best of 20",
    best(20, () => plain.scan(plainSearched, query)) * 1000,
    "ms",
  );
  print("scan, SIMD kernel, best of 200", best(200, () => simd.scan(tree, query)) * 1000, "ms");
  print(
    "descend, SIMD kernel, width 10, best of 200",
    best(200, () => simd.descend(tree, query)) * 1000,
    "ms",
  );
  const { nodes, layers } = simd.describeTree(tree);
  print("nodes for each passage", nodes / passages, "");
  print("layers", layers.length, "");
}

if (role === "memory") await measureMemory();
else {
  console.log(
    `${passages} passages x ${dimensions} dimensions, one thread, Node ${process.version}`,
  );
  await measureTime();
  const child = [fileURLToPath(import.meta.url), passages, dimensions, "memory"].map(String);
  const megabytes = execFileSync(process.execPath, ["--expose-gc", ...child], { encoding: "utf8" });
  print("growTree, peak memory beyond the vectors", Number(megabytes), "MB");
}
