import type { Lists } from "../lists.js";
import type { NameReadings } from "../name-readings.js";
import type { CorpusClues } from "../names/corpus-clues.js";
import { type BridgeData, checksum } from "./bridge-data.js";
import type { SentenceReadings } from "./sentence-readings.js";
import { readVarints, writeVarints } from "./varints.js";

/** All that was read from passages, from which links and sentences are counted. */
export interface BridgeReadings {
  /** The extractor's name and the tokenizer's. */
  readonly extractor: string;
  readonly tokenizer: string;
  readonly names: NameReadings;
  readonly sentences: SentenceReadings;
  /** Undefined where the extractor reads no clues. */
  readonly clues: CorpusClues | undefined;
}

const FORMAT = 1;
const MAGIC = "PSI-READ";
/** Where the bytes begin that the checksum is of. */
const CHECKED = MAGIC.length + 4;

interface Header {
  readonly format: number;
  readonly extractor: string;
  readonly tokenizer: string;
  /** Of the bridge that the readings belong to: passages, names, stems, sentences. */
  readonly bridge: readonly number[];
  readonly forms: readonly string[];
  readonly words: readonly string[] | undefined;
  readonly lengths: readonly number[];
}

/**
 * Readings as bytes, without what a bridge holds anyway. Layout: "PSI-READ", checksum of what follows and length
 * of the header (uint32, little-endian), header (JSON), numbers of one to five bytes. O(size).
 */
export function saveReadings(readings: BridgeReadings, bridge: BridgeData): Uint8Array {
  const { extractor, tokenizer, names, sentences, clues } = readings;
  const arrays = [
    names.firsts.map((first, form) => form - first),
    names.hashes,
    names.subjectCounts,
    ...[names.rows, names.places, sentences.whole, sentences.subjects, sentences.rest].flatMap(
      flat,
    ),
    ...(clues ? listsOf(clues).flatMap(flat) : []),
  ];
  const header: Header = {
    format: FORMAT,
    extractor,
    tokenizer,
    bridge: sizesOf(bridge),
    forms: names.forms,
    words: clues?.words,
    lengths: arrays.map(({ length }) => length),
  };
  const text = Buffer.from(JSON.stringify(header));
  const padding = Buffer.alloc((4 - (text.length % 4)) % 4, 0x20);
  const sizes = Buffer.alloc(8);
  sizes.writeUInt32LE(text.length + padding.length, 4);
  const bytes = new Uint8Array(
    Buffer.concat([Buffer.from(MAGIC), sizes, text, padding, writeVarints(arrays)]),
  );
  sizes.writeUInt32LE(checksum(bytes.subarray(CHECKED)));
  bytes.set(sizes.subarray(0, 4), MAGIC.length);
  return bytes;
}

/** The readings of a bridge; undefined for bytes of another format or bridge, cut or altered ones. O(size). */
export function loadReadings(bytes: Uint8Array, bridge: BridgeData): BridgeReadings | undefined {
  try {
    return read(bytes, bridge);
  } catch {
    return undefined;
  }
}

function read(given: Uint8Array, bridge: BridgeData): BridgeReadings | undefined {
  // A copy begins at a multiple of four, as the checksum wants it.
  const bytes = new Uint8Array(given);
  const view = new DataView(bytes.buffer);
  const text = new TextDecoder();
  const isWhole =
    text.decode(bytes.subarray(0, MAGIC.length)) === MAGIC &&
    view.getUint32(MAGIC.length, true) === checksum(bytes.subarray(CHECKED));
  if (!isWhole) return undefined;
  const end = CHECKED + 4 + view.getUint32(CHECKED, true);
  const header = JSON.parse(text.decode(bytes.subarray(CHECKED + 4, end))) as Header;
  const isOfBridge =
    header.format === FORMAT && sizesOf(bridge).every((size, i) => size === header.bridge[i]);
  if (!isOfBridge) return undefined;
  const body = bytes.subarray(end);
  const arrays = readVarints(body, header.lengths).values();
  const next = (): Uint32Array => arrays.next().value as Uint32Array;
  const lists = (): Lists => ({ offsets: offsetsOf(next()), values: next() });
  const { stems } = bridge;
  const names = {
    forms: header.forms,
    firsts: next().map((before, form) => form - before),
    hashes: next(),
    subjectCounts: next(),
    rows: lists(),
    places: lists(),
  };
  const sentences = {
    stems: stems.stems,
    whole: lists(),
    subjects: lists(),
    rest: lists(),
    firstSentences: stems.firstSentences,
    sentences: stems.sentences,
    spans: stems.spans,
  };
  const clues = header.words && {
    words: header.words,
    cases: lists(),
    caseCounts: lists(),
    sequences: lists(),
    openings: lists(),
    uncounted: lists(),
  };
  return { extractor: header.extractor, tokenizer: header.tokenizer, names, sentences, clues };
}

function sizesOf({ links, stems }: BridgeData): readonly number[] {
  return [links.passageCount, links.names.length, stems.stems.length, stems.spans.length];
}

function listsOf(clues: CorpusClues): readonly Lists[] {
  const { cases, caseCounts, sequences, openings, uncounted } = clues;
  return [cases, caseCounts, sequences, openings, uncounted];
}

/** Lengths are smaller than offsets. */
function flat({ offsets, values }: Lists): readonly Uint32Array[] {
  const lengths = new Uint32Array(offsets.length - 1);
  for (let i = 0; i < lengths.length; i++)
    lengths[i] = (offsets[i + 1] as number) - (offsets[i] as number);
  return [lengths, values];
}

function offsetsOf(lengths: Uint32Array): Uint32Array {
  const offsets = new Uint32Array(lengths.length + 1);
  for (let i = 0; i < lengths.length; i++)
    offsets[i + 1] = (offsets[i] as number) + (lengths[i] as number);
  return offsets;
}
