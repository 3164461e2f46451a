import type { Kernel } from "./kernel.js";
import { plainDot } from "./plain-dots.js";

/** The kernel for hosts without WebAssembly SIMD: about ten times slower. */
export function plainKernel(): Kernel {
  return {
    allocate: (rows, dimensions) => ({ data: new Float32Array(rows * dimensions), dimensions }),
    dots({ data, dimensions }, first, count, vector, out) {
      for (let i = 0; i < count; i++) out[i] = plainDot(data, (first + i) * dimensions, vector);
    },
    dotsAt({ data, dimensions }, rows, vector, out) {
      for (let i = 0; i < rows.length; i++) out[i] = plainDot(data, rows[i]! * dimensions, vector);
    },
  };
}
