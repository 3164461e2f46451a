export { chunk } from "./files/chunk.js";
export type { Chunk, ChunkOptions } from "./files/chunker.js";
