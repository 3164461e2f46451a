import type { Span, Tokenizer } from "@psi/core";
import { ascending, entriesOf, gathered, type Lists, listAt, listsBuilder } from "../lists.js";
import type { NamedPassage } from "../name-extractor.js";
import { renumbering, vocabulary } from "../vocabulary.js";

/** What was read from the text of each passage, as numbers of stems. */
export interface SentenceReadings {
  /** In order of first sight: of each passage as a whole, the names it is about, its sentences. */
  readonly stems: readonly string[];
  /** For each row its stems, title included, in the order in which they stand there. */
  readonly whole: Lists;
  /** For each row the stems of the names that it is about, in that order. */
  readonly subjects: Lists;
  /** For each row the stems of its sentences that the whole lacks, in that order: hardly any. */
  readonly rest: Lists;
  /** For each row the number of its first sentence; one more than there are rows. */
  readonly firstSentences: Uint32Array;
  /** For each sentence its stems. */
  readonly sentences: Lists;
  /** For each sentence its start and its end in the text. */
  readonly spans: Uint32Array;
}

/** Reads texts, after those that were read before. */
export interface SentenceReader {
  /** Returns the number of the row among all that were read; its subjects are not read yet. O(length). */
  read(passage: NamedPassage, cut: readonly Span[]): number;
  /** What those rows say, each with the names it is about as a text, with stems numbered in order. O(stems). */
  finish(rows: ArrayLike<number>, subjects: (position: number) => Subjects): SentenceReadings;
}

/** The names that a passage is about: as a text, or the row read before that is about the same. */
export type Subjects = string | number;

export function sentenceReader(tokenizer: Tokenizer, before?: SentenceReadings): SentenceReader {
  const stems = vocabulary(before?.stems);
  const whole = listsBuilder(before?.whole);
  const rest = listsBuilder(before?.rest);
  const sentences = listsBuilder(before?.sentences);
  const spans = Array.from(before?.spans ?? []);
  const firstSentences = Array.from(before?.firstSentences ?? [0]);
  const stemsOf = (text: string): Set<number> =>
    new Set(tokenizer.tokenize(text).map(stems.numberOf));
  return {
    read({ title, text }, cut) {
      const all = stemsOf(title ? `${title}\n${text}` : text);
      whole.pushAll(all);
      whole.close();
      for (const { start, end } of cut) {
        const said = stemsOf(text.slice(start, end));
        sentences.pushAll(said);
        sentences.close();
        spans.push(start, end);
        for (const stem of said) {
          if (all.has(stem)) continue;
          all.add(stem);
          rest.push(stem);
        }
      }
      rest.close();
      return firstSentences.push((firstSentences.at(-1) as number) + cut.length) - 2;
    },
    finish(rows, subjects) {
      const about = listsBuilder();
      for (let i = 0; i < rows.length; i++) {
        const given = subjects(i);
        about.pushAll(
          typeof given === "string"
            ? stemsOf(given)
            : listAt((before as SentenceReadings).subjects, given),
        );
        about.close();
      }
      const read = {
        stems: stems.all,
        whole: whole.finish(),
        subjects: about.finish(),
        rest: rest.finish(),
        firstSentences: Uint32Array.from(firstSentences),
        sentences: sentences.finish(),
        spans: Uint32Array.from(spans),
      };
      return readingsOfRows(read, rows);
    },
  };
}

/** Of all that was read those rows, in that order; subjects are in order already. */
function readingsOfRows(read: SentenceReadings, rows: ArrayLike<number>): SentenceReadings {
  const { numbers, order, see } = renumbering(read.stems.length);
  const firstSentences = new Uint32Array(rows.length + 1);
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] as number;
    see(read.whole, row);
    see(read.subjects, i);
    see(read.rest, row);
    const first = read.firstSentences[row] as number;
    const end = read.firstSentences[row + 1] as number;
    firstSentences[i + 1] = (firstSentences[i] as number) + end - first;
  }
  const kept = entriesOf({ offsets: read.firstSentences }, rows);
  const spans = new Uint32Array(2 * kept.length);
  kept.forEach((sentence, i) => {
    spans[2 * i] = read.spans[2 * sentence] as number;
    spans[2 * i + 1] = read.spans[2 * sentence + 1] as number;
  });
  return {
    stems: order.map((old) => read.stems[old] as string),
    whole: gathered(read.whole, rows, numbers),
    subjects: {
      offsets: read.subjects.offsets,
      values: read.subjects.values.map((stem) => numbers[stem] as number),
    },
    rest: gathered(read.rest, rows, numbers),
    firstSentences,
    sentences: ascending(gathered(read.sentences, kept, numbers)),
    spans,
  };
}
