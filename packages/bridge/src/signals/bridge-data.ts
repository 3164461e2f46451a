import { PsiError } from "@psi/core";
import { type Links, linksOver } from "../links.js";
import type { Lists } from "../lists.js";
import type { SentenceStems } from "./sentence-stems.js";

/** What a bridge retriever needs of all passages: links, and what their sentences say. */
export interface BridgeData {
  readonly links: Links;
  readonly stems: SentenceStems;
}

const FORMAT = 1;
const MAGIC = "PSI-BRDG";

type NumberArray = Uint32Array | Float32Array;

/**
 * Links and sentences as bytes, to keep and load again. Layout: "PSI-BRDG", length of the header (uint32,
 * little-endian), header (JSON: format, names, stems, lengths of the arrays), checksum of the arrays
 * (uint32), the arrays. O(size).
 */
export function saveBridge({ links, stems }: BridgeData): Uint8Array {
  const arrays = arraysOf({ links, stems });
  const body = Buffer.concat(
    arrays.map((array) => new Uint8Array(array.buffer, array.byteOffset, array.byteLength)),
  );
  const header = Buffer.from(
    JSON.stringify({
      format: FORMAT,
      extractor: links.extractor,
      mostHolders: links.mostHolders,
      names: links.names,
      tokenizer: stems.tokenizer,
      stems: stems.stems,
      lengths: arrays.map(({ length }) => length),
    }),
  );
  // The arrays begin at a multiple of four.
  const padding = Buffer.alloc((4 - ((MAGIC.length + 8 + header.length) % 4)) % 4, 0x20);
  const sizes = Buffer.alloc(4);
  sizes.writeUInt32LE(header.length + padding.length);
  const check = Buffer.alloc(4);
  check.writeUInt32LE(checksum(body));
  return Buffer.concat([Buffer.from(MAGIC), sizes, header, padding, check, body]);
}

/** @throws PsiError `corrupt-index` for bytes that are cut, altered or something else, `incompatible-index` for a newer format */
export function loadBridge(bytes: Uint8Array): BridgeData {
  try {
    return read(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  } catch (cause) {
    if (cause instanceof PsiError) throw cause;
    throw new PsiError(
      "corrupt-index",
      "The links of the index can't be read. Restore it from a copy, or index again.",
      { cause },
    );
  }
}

function read(bytes: Buffer): BridgeData {
  if (bytes.toString("latin1", 0, MAGIC.length) !== MAGIC)
    throw new RangeError("this is something else");
  const headerEnd = MAGIC.length + 4 + bytes.readUInt32LE(MAGIC.length);
  const header = JSON.parse(bytes.toString("utf8", MAGIC.length + 4, headerEnd)) as {
    readonly format: number;
    readonly extractor: string;
    readonly mostHolders: number;
    readonly names: readonly string[];
    readonly tokenizer: string;
    readonly stems: readonly string[];
    readonly lengths: readonly number[];
  };
  if (header.format !== FORMAT) {
    throw new PsiError(
      "incompatible-index",
      `The links have format ${header.format}; this version reads ${FORMAT}. Use the version that made them, or index again.`,
    );
  }
  const body = new Uint8Array(bytes.subarray(headerEnd + 4));
  if (checksum(body) !== bytes.readUInt32LE(headerEnd))
    throw new RangeError("the checksum is another");
  let offset = 0;
  const lengths = header.lengths.values();
  const next = <T extends NumberArray>(
    kind: new (buffer: ArrayBuffer, offset: number, length: number) => T,
  ): T => {
    const array = new kind(body.buffer, offset, lengths.next().value as number);
    offset += array.byteLength;
    return array;
  };
  const numbers = (): Uint32Array => next(Uint32Array);
  const lists = (): Lists => ({ offsets: numbers(), values: numbers() });
  const links = linksOver({
    extractor: header.extractor,
    mostHolders: header.mostHolders,
    names: header.names,
    holders: lists(),
    subjects: lists(),
    about: lists(),
    graph: { offsets: numbers(), rows: numbers(), weights: next(Float32Array), names: numbers() },
  });
  const stems: SentenceStems = {
    tokenizer: header.tokenizer,
    stems: header.stems,
    weights: next(Float32Array),
    passages: lists(),
    subjects: lists(),
    firstSentences: numbers(),
    sentences: lists(),
    spans: numbers(),
    names: lists(),
    naming: lists(),
  };
  return { links, stems };
}

/** All arrays, in the order in which they are stored. */
function arraysOf({ links, stems }: BridgeData): readonly NumberArray[] {
  const lists = ({ offsets, values }: Lists): readonly NumberArray[] => [offsets, values];
  const { graph } = links;
  return [
    ...[links.holders, links.subjects, links.about].flatMap(lists),
    ...[graph.offsets, graph.rows, graph.weights, graph.names],
    stems.weights,
    ...[stems.passages, stems.subjects].flatMap(lists),
    stems.firstSentences,
    ...lists(stems.sentences),
    stems.spans,
    ...[stems.names, stems.naming].flatMap(lists),
  ];
}

/** FNV-1a over the 32-bit numbers of bytes that begin at a multiple of four: a fault is to be noticed, not an attack. */
export function checksum(bytes: Uint8Array): number {
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 2);
  let hash = 0x811c9dc5;
  for (let i = 0; i < words.length; i++) hash = Math.imul(hash ^ (words[i] as number), 0x01000193);
  return hash >>> 0;
}
