import type { Matrix } from "@psi/core";
import { dotsWasm } from "./dots-wasm.js";
import type { Kernel } from "./kernel.js";
import { plainDot } from "./plain-dots.js";
import { type WebAssemblyApi, webAssembly } from "./web-assembly.js";

/** A WebAssembly memory that never grows, since growing would detach every view of it. */
interface Region {
  readonly floats: Float32Array;
  /** The number at which the space after the matrix begins: for the vector, then for results. */
  readonly free: number;
  dots(
    rowByte: number,
    count: number,
    dimensions: number,
    vectorByte: number,
    outByte: number,
  ): void;
}

const pageBytes = 65_536;
const mostPages = 65_536;
/** Results of one call into WebAssembly: enough to make the call itself cheap, small enough for the cache. */
const resultsAtOnce = 4_096;
/** Where rows of other matrices are copied to; fits a second-level cache. */
const scratchFloats = 262_144;

/** The kernel in WebAssembly SIMD, or undefined where the host cannot run it. */
export function simdKernel(): Kernel | undefined {
  const api = webAssembly();
  if (api === undefined) return undefined;
  try {
    const bytes = Uint8Array.from(atob(dotsWasm), (character) => character.charCodeAt(0));
    const module = new api.Module(bytes);
    return kernelOf((floats, free) => regionOf(api, module, floats, free));
  } catch {
    // Compiling fails where SIMD is missing or code generation is forbidden.
    return undefined;
  }
}

function regionOf(api: WebAssemblyApi, module: object, floats: number, free: number): Region {
  const pages = Math.ceil((floats * 4) / pageBytes);
  const memory = new api.Memory({ initial: pages, maximum: pages });
  const { dots } = new api.Instance(module, { kernel: { memory } }).exports;
  return { floats: new Float32Array(memory.buffer), free, dots: dots as Region["dots"] };
}

function kernelOf(makeRegion: (floats: number, free: number) => Region): Kernel {
  const regions = new WeakMap<ArrayBufferLike, Region>();
  const scratch = makeRegion(scratchFloats, 0);
  return {
    allocate(rows, dimensions) {
      const length = rows * dimensions;
      const floats = length + dimensions + Math.min(rows, resultsAtOnce);
      // A memory reserves gigabytes of addresses, whatever its size: not worth it for a few rows.
      if (length * 4 >= pageBytes && floats * 4 <= mostPages * pageBytes) {
        try {
          const region = makeRegion(floats, length);
          regions.set(region.floats.buffer, region);
          return { data: region.floats.subarray(0, length), dimensions };
        } catch {
          // No addresses left for another memory: an ordinary array does, at the price of copies.
        }
      }
      return { data: new Float32Array(length), dimensions };
    },
    dots(matrix, first, count, vector, out) {
      const region = regions.get(matrix.data.buffer);
      if (region !== undefined && fits(region, region.free, matrix.dimensions)) {
        const at = matrix.data.byteOffset / 4 + first * matrix.dimensions;
        run(region, region.free, at, count, vector, out, 0);
      } else {
        throughScratch(scratch, matrix, count, (i) => first + i, vector, out);
      }
    },
    dotsAt(matrix, rows, vector, out) {
      const region = regions.get(matrix.data.buffer);
      if (region !== undefined && fits(region, region.free, matrix.dimensions)) {
        runAt(region, matrix, rows, vector, out);
      } else {
        throughScratch(scratch, matrix, rows.length, (i) => rows[i]!, vector, out);
      }
    },
  };
}

/** Whether the vector and one result fit behind the matrix: not so when a view claims longer rows. */
function fits(region: Region, free: number, dimensions: number): boolean {
  return free + dimensions < region.floats.length;
}

/** Products of `count` rows from number `at` on, written to `out` from `start` on. */
function run(
  { floats, dots }: Region,
  free: number,
  at: number,
  count: number,
  vector: Float32Array,
  out: Float32Array,
  start: number,
): void {
  const dimensions = vector.length;
  const results = free + dimensions;
  const most = Math.min(resultsAtOnce, floats.length - results);
  floats.set(vector, free);
  for (let done = 0; done < count; done += most) {
    const now = Math.min(most, count - done);
    dots((at + done * dimensions) * 4, now, dimensions, free * 4, results * 4);
    out.set(floats.subarray(results, results + now), start + done);
  }
}

function runAt(
  { floats, free, dots }: Region,
  { data, dimensions }: Matrix,
  rows: ArrayLike<number>,
  vector: Float32Array,
  out: Float32Array,
): void {
  const results = free + dimensions;
  floats.set(vector, free);
  for (let i = 0; i < rows.length; i++) {
    dots(data.byteOffset + rows[i]! * dimensions * 4, 1, dimensions, free * 4, results * 4);
    out[i] = floats[results]!;
  }
}

/** The same for a matrix anywhere else: as many rows as fit are copied in, again and again. */
function throughScratch(
  scratch: Region,
  { data, dimensions }: Matrix,
  count: number,
  rowAt: (position: number) => number,
  vector: Float32Array,
  out: Float32Array,
): void {
  const most = Math.floor((scratch.floats.length - dimensions) / (dimensions + 1));
  if (most < 1) {
    for (let i = 0; i < count; i++) out[i] = plainDot(data, rowAt(i) * dimensions, vector);
    return;
  }
  for (let done = 0; done < count; done += most) {
    const now = Math.min(most, count - done);
    for (let i = 0; i < now; i++) {
      const at = rowAt(done + i) * dimensions;
      scratch.floats.set(data.subarray(at, at + dimensions), i * dimensions);
    }
    run(scratch, most * dimensions, 0, now, vector, out, done);
  }
}
