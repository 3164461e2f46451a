import { PsiError, requireWhole, sentences, type Tokenizer } from "@psi/core";
import {
  boundTo,
  checkedOptions,
  checkedPassages,
  type LinksOptions,
  linksFrom,
} from "../build-links.js";
import type { Links } from "../links.js";
import { listsBuilder } from "../lists.js";
import type { NamedPassage, NameExtractor, PassageNames } from "../name-extractor.js";
import { checkedNames, type NameReadings, nameReader, namesOfRows } from "../name-readings.js";
import { type CorpusClues, clueReader, cluesOf } from "../names/corpus-clues.js";
import { corpusCounts } from "../names/corpus-counts.js";
import { namesOver, readsClues } from "../names/names.js";
import type { BridgeData } from "./bridge-data.js";
import { type BridgeReadings, loadReadings, saveReadings } from "./readings-bytes.js";
import { sentenceReader } from "./sentence-readings.js";
import { namePlaces, stemsFrom, type ToldNames, tellingOf } from "./sentence-stems.js";

export interface BuildBridgeOptions extends LinksOptions {
  /** Cuts texts into stems. */
  readonly tokenizer: Tokenizer;
  /** What was built of the passages before they changed. */
  readonly previous?: PreviousBridge;
}

export interface PreviousBridge {
  readonly bridge: BridgeData;
  /** What came with it. Bytes that are damaged, of another format or of another bridge are passed over. */
  readonly readings: Uint8Array;
  /** For each passage its row among those before, which had the same title and text; -1 for a new one. */
  readonly rows: ArrayLike<number>;
}

/** A bridge, and what was read from its passages: for the next change, not for searching. */
export interface BuiltBridge extends BridgeData {
  readonly readings: Uint8Array;
}

/**
 * Links of passages and what their sentences say, as `buildLinks` and `sentenceStems` make them. With what was
 * built before the passages changed the same comes of it, to the byte, and only new passages are read, and
 * those whose names depend on the others and changed with them: O(length of these) and the counting, O(names
 * x mostHolders + stems). An extractor of your own that has `forCorpus` reads all passages each time.
 *
 * @throws PsiError `invalid-option`, `invalid-passage`
 */
export function buildBridge(
  passages: Iterable<NamedPassage>,
  options: BuildBridgeOptions,
): BuiltBridge {
  const { extractor, mostHolders } = checkedOptions(options);
  const { tokenizer, previous } = options;
  if (typeof tokenizer?.name !== "string" || typeof tokenizer.tokenize !== "function") {
    throw new PsiError(
      "invalid-option",
      "tokenizer must have a name and a function tokenize, as multilingual() does.",
    );
  }
  const list = checkedPassages(passages);
  const before = previous && readingsBefore(previous, list.length, extractor, tokenizer);
  const rows = before && previous ? previous.rows : new Int32Array(list.length).fill(-1);
  const source = nameSource(list, rows, extractor, before?.clues);
  const names = nameReader(before?.names);
  const texts = sentenceReader(tokenizer, before?.sentences);
  const nameRows = new Uint32Array(list.length);
  const textRows = new Uint32Array(list.length);
  list.forEach((passage, row) => {
    const old = rows[row] as number;
    nameRows[row] = textRows[row] = old;
    if (old >= 0 && !source.mayDiffer(row)) return;
    const cut = sentences(passage.text);
    nameRows[row] = names.read(
      checkedNames(source.extract(passage), extractor, row),
      (some) => namePlaces(some, passage.text, cut),
      old < 0 ? undefined : old,
    );
    if (old < 0) textRows[row] = texts.read(passage, cut);
  });
  const named = namesOfRows(names.all(), nameRows);
  const { links, nameOf } = linksFrom(named, { extractor: extractor.name, mostHolders });
  const read = texts.finish(textRows, (row) => {
    const old = rows[row] as number;
    return previous !== undefined && old >= 0 && isAboutSame(links, row, previous.bridge.links, old)
      ? old
      : links.subjectsOf(row).join("\n");
  });
  const bridge = { links, stems: stemsFrom(read, tokenizer, toldNames(named, links, nameOf)) };
  const readings: BridgeReadings = {
    extractor: extractor.name,
    tokenizer: tokenizer.name,
    names: named,
    sentences: read,
    clues: source.clues,
  };
  return { ...bridge, readings: saveReadings(readings, bridge) };
}

/** Whether two passages are about the same names, written alike. */
function isAboutSame(links: Links, row: number, others: Links, other: number): boolean {
  const first = links.subjects.offsets[row] as number;
  const otherFirst = others.subjects.offsets[other] as number;
  const count = (links.subjects.offsets[row + 1] as number) - first;
  if ((others.subjects.offsets[other + 1] as number) - otherFirst !== count) return false;
  for (let i = 0; i < count; i++) {
    const name = links.subjects.values[first + i] as number;
    const otherName = others.subjects.values[otherFirst + i] as number;
    if (links.names[name] !== others.names[otherName]) return false;
  }
  return true;
}

/** What was read before, when the same parts read it and it can be used. */
function readingsBefore(
  { bridge, readings, rows }: PreviousBridge,
  count: number,
  extractor: NameExtractor,
  tokenizer: Tokenizer,
): BridgeReadings | undefined {
  requireWhole("the number of previous.rows", rows?.length, count, count);
  for (let row = 0; row < count; row++)
    requireWhole("previous.rows", rows[row] as number, -1, bridge.links.passageCount - 1);
  const read = loadReadings(readings, bridge);
  const isSame =
    read?.extractor === extractor.name &&
    read.tokenizer === tokenizer.name &&
    (read.clues !== undefined) === readsClues(extractor);
  return isSame ? read : undefined;
}

/** Where the names of passages come from. */
interface NameSource {
  extract(passage: NamedPassage): PassageNames;
  /** Whether a passage that was there before may have other names now. */
  mayDiffer(row: number): boolean;
  readonly clues: CorpusClues | undefined;
}

function nameSource(
  passages: readonly NamedPassage[],
  rows: ArrayLike<number>,
  extractor: NameExtractor,
  before: CorpusClues | undefined,
): NameSource {
  if (!readsClues(extractor)) {
    const bound = boundTo(passages, extractor);
    return {
      extract: (passage) => bound.extract(passage),
      mayDiffer: () => extractor.forCorpus !== undefined,
      clues: undefined,
    };
  }
  const reader = clueReader(before);
  const clueRows = Int32Array.from(passages, (passage, row) =>
    (rows[row] as number) < 0 ? reader.read(passage) : (rows[row] as number),
  );
  const clues = reader.all();
  const after = new Uint32Array(clues.cases.offsets.length - 1);
  for (const row of clueRows) after[row] = (after[row] as number) + 1;
  const wasThere = new Uint8Array(after.length);
  wasThere.fill(1, 0, before === undefined ? 0 : before.cases.offsets.length - 1);
  const counts = corpusCounts(clues, reader.words, { before: wasThere, after });
  const bound = namesOver(counts);
  return {
    extract: (passage) => bound.extract(passage),
    mayDiffer: (row) => counts.mayDiffer(clueRows[row] as number),
    clues: cluesOf(clues, clueRows),
  };
}

/** For each row its names that tell something, ascending, with the sentences in which they stand. */
function toldNames({ rows, places }: NameReadings, links: Links, nameOf: Int32Array): ToldNames {
  const isTelling = tellingOf(links);
  const nameAt = (at: number): number => nameOf[rows.values[at] as number] as number;
  const told = listsBuilder();
  const toldPlaces = listsBuilder();
  for (let row = 0; row < links.passageCount; row++) {
    const entries: number[] = [];
    for (let at = rows.offsets[row] as number; at < (rows.offsets[row + 1] as number); at++)
      if (isTelling(nameAt(at))) entries.push(at);
    for (const at of entries.sort((a, b) => nameAt(a) - nameAt(b))) {
      told.push(nameAt(at));
      const end = places.offsets[at + 1] as number;
      for (let from = places.offsets[at] as number; from < end; from++)
        toldPlaces.push(places.values[from] as number);
      toldPlaces.close();
    }
    told.close();
  }
  return { rows: told.finish(), places: toldPlaces.finish() };
}
