export { chunk } from "./cut/chunk.js";
export type { Chunk, ChunkOptions } from "./cut/chunker.js";
export { type FileReport, type ReadOptions, readPassages } from "./read-passages.js";
