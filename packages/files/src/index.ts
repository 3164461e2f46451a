export { chunk } from "./cut/chunk.js";
export type { Chunk, ChunkOptions } from "./cut/chunker.js";
export type { LeftOut, LeftOutKind } from "./read/unreadable.js";
export type { FileReport } from "./read-file.js";
export { type ReadOptions, readPassages } from "./read-passages.js";
