import { createHash } from "node:crypto";
import { type AbstractGroup, indexedText, type Passage } from "@psi/core";

/** 128 bits: at a million passages two would collide with probability 1e-27. */
export const HASH_BYTES = 16;

/**
 * The hash of some values, in hexadecimal. JSON keeps the values apart and writes lone surrogates as
 * escapes, which a plain UTF-8 encoding would make equal.
 */
export function contentHash(...values: readonly unknown[]): string {
  return createHash("sha256")
    .update(JSON.stringify(values))
    .digest("hex")
    .slice(0, 2 * HASH_BYTES);
}

/** The hash of a blob, in hexadecimal. */
export function blobHash(bytes: Uint8Array): string {
  return createHash("sha256")
    .update(bytes)
    .digest("hex")
    .slice(0, 2 * HASH_BYTES);
}

/** The key of the one record that changes: which snapshot is the newest. */
export const HEAD_KEY = "head";

export const passageKey = (hash: string): string => `passage/${hash}`;
export const embeddingKey = (hash: string): string => `embedding/${hash}`;
export const abstractKey = (hash: string): string => `abstract/${hash}`;
export const sparseKey = (hash: string): string => `sparse/${hash}`;
export const bridgeKey = (hash: string): string => `bridge/${hash}`;
/** What was read for the links of that hash: only a change needs it. */
export const readingsKey = (hash: string): string => `readings/${hash}`;
export const snapshotKey = (hash: string): string => `snapshot/${hash}`;

export function passageHash({ id, pageContent, metadata }: Passage): string {
  return contentHash("passage", id, pageContent, metadata);
}

/** What a vector depends on: who made it, and the text. */
export function embeddingHash(embedderName: string, text: string): string {
  return contentHash("embedding", embedderName, text);
}

/** Vectors of queries are kept apart: embedders may treat a query otherwise than a passage. */
export function queryHash(embedderName: string, query: string): string {
  return contentHash("query", embedderName, query);
}

/** What a paid abstract depends on: who wrote it, whether below it are passages, and the children in order. */
export function paidAbstractHash(abstracterName: string, group: AbstractGroup): string {
  const { texts, titles = [], layer } = group;
  return contentHash("abstract", abstracterName, Math.min(layer, 2), titles, texts);
}

/** An id for a passage whose owner gave none. */
export function contentId(passage: Passage): string {
  return `p-${contentHash(indexedText(passage)).slice(0, 16)}`;
}
