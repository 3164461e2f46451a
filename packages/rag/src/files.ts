export { chunk } from "./files/chunk.js";
export type { Chunk, ChunkOptions } from "./files/chunker.js";
export { type FileReport, type ReadOptions, readPassages } from "./files/read-passages.js";
