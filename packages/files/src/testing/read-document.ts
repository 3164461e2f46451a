import type { Passage } from "@psi/core";
import { expect } from "vitest";
import type { DocumentPart } from "../cut/document-part.js";
import { documentPassages } from "../cut/document-passages.js";
import type { OpenFile } from "../formats/file-reader.js";
import { listOf } from "./any-text.js";
import { type OpenText, openText } from "./open-text.js";

type Read = (file: OpenFile) => AsyncIterable<DocumentPart>;

/** For tests: the passages of an open file. */
export function passagesIn(read: Read, file: OpenText): Promise<Passage[]> {
  return listOf(documentPassages(read(file), file));
}

/** For tests: the passages of a text that is a file of some name. */
export function passagesOf(
  read: Read,
  text: string,
  source: string,
  tokens = 100,
): Promise<Passage[]> {
  return passagesIn(read, openText([text], source, tokens));
}

/** Expects that passages follow each other, and that each is what its metadata say it is of the text. */
export function expectTruePlaces(passages: readonly Passage[], text: string): void {
  let at = 0;
  for (const { pageContent, metadata } of passages) {
    const { start, end, line, repeated = 0, markup = [] } = metadata;
    expect(pageContent.slice(repeated)).toBe(text.slice(start, end));
    expect(start).toBeGreaterThanOrEqual(at);
    expect(line).toBe(1 + (text.slice(0, start).match(/\r\n|[\r\n]/g)?.length ?? 0));
    let last = 0;
    for (const [from, to] of markup as [number, number][]) {
      expect(from).toBeGreaterThanOrEqual(last);
      expect(to).toBeGreaterThan(from);
      last = to;
    }
    expect(last).toBeLessThanOrEqual(pageContent.length);
    at = end;
  }
}
