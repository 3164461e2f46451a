import type { Section } from "../cut/block.js";
import { type DocumentPart, markedText } from "../cut/document-part.js";
import { fileNameWords } from "../title/file-name.js";
import { fieldsOf, rowSplitter } from "./csv-rows.js";
import type { OpenFile } from "./file-reader.js";

/** How much is looked at to find the delimiter, in UTF-16 units. */
const sampleLength = 16_384;
/** How much is cut into passages at once. */
const partLength = 65_536;
/** A longer first row is not repeated. */
const longestHeader = 4_096;
const delimiters = [",", ";", "\t", "|"] as const;

/**
 * Reads a table, a row a line: rows stay whole, and each passage begins with the header row, if there is
 * one. The delimiter is the one of `,`, `;`, tab and `|` that the rows agree on.
 */
export async function* readCsv(
  file: Pick<OpenFile, "note" | "source" | "text">,
): AsyncGenerator<DocumentPart, void, undefined> {
  const table = tableReader(file.source);
  for await (const part of file.text()) yield* table.push(part);
  yield* table.end();
  if (table.unclosed()) file.note("has a quote that is never closed, which was taken for text.");
}

interface TableReader {
  push(part: string): Generator<DocumentPart>;
  end(): Generator<DocumentPart>;
  unclosed(): boolean;
}

function tableReader(source: string): TableReader {
  let splitter: ReturnType<typeof rowSplitter> | undefined;
  let header: string | undefined;
  /** Text that is not given out, from `offset`, and the ends of its whole rows. */
  let text = "";
  let offset = 0;
  let ends: number[] = [];
  const take = (more: readonly number[]): void => {
    for (const end of more) ends.push(end);
  };
  const start = (): ReturnType<typeof rowSplitter> => {
    const delimiter = delimiterOf(text.slice(0, sampleLength));
    header = headerOf(text, delimiter);
    const created = rowSplitter(delimiter);
    take(created.push(text));
    return created;
  };
  /** Gives out the first `count` rows. */
  const give = function* (count: number): Generator<DocumentPart> {
    const end = ends[count - 1];
    if (end === undefined) return;
    const lead = offset === 0 || header === undefined ? "" : header;
    const rows = ends.slice(0, count).map((each) => each - offset + lead.length);
    yield tablePart(lead + text.slice(0, end - offset), rows, lead, {
      source,
      headerLength: header?.length ?? 0,
    });
    text = text.slice(end - offset);
    offset = end;
    ends = ends.slice(count);
  };
  /** Gives out as many rows at once as make a part: how the text comes makes no difference. */
  const giveParts = function* (): Generator<DocumentPart> {
    for (;;) {
      const last = ends.findIndex((end) => end - offset >= partLength);
      if (last < 0) return;
      yield* give(last + 1);
    }
  };
  return {
    *push(part) {
      text += part;
      if (splitter === undefined) {
        if (text.length < sampleLength) return;
        splitter = start();
      } else take(splitter.push(part));
      yield* giveParts();
    },
    *end() {
      splitter ??= start();
      take(splitter.end());
      yield* giveParts();
      yield* give(ends.length);
    },
    unclosed: () => splitter?.unclosed() ?? false,
  };
}

/** @param lead the header row, where it is not in this part of the table by itself. */
function tablePart(
  text: string,
  rowEnds: readonly number[],
  lead: string,
  { source, headerLength }: { readonly source: string; readonly headerLength: number },
): DocumentPart {
  const block = {
    kind: "lines",
    start: 0,
    end: text.length,
    rowEnds,
    ...(headerLength > 0 && { leadEnd: headerLength }),
    continued: lead !== "",
  } as const;
  const section: Section = { title: fileNameWords(source), blocks: [block] };
  return { ...markedText(text, []), repeated: lead.length, sections: [section] };
}

/** The delimiter by which most of the first rows have as many fields as the first one. */
function delimiterOf(sample: string): string {
  let best: string = delimiters[0];
  let most = 0;
  for (const delimiter of delimiters) {
    const splitter = rowSplitter(delimiter);
    const ends = splitter.push(sample);
    const counts = rowsBetween(sample, ends).map((row) => fieldsOf(row, delimiter).length);
    const [first = 1] = counts.length > 0 ? counts : [fieldsOf(sample, delimiter).length];
    const alike = counts.filter((count) => count === first).length;
    const score = first === 1 ? 0 : (alike / Math.max(1, counts.length)) * Math.min(first, 10);
    if (score > most) {
      most = score;
      best = delimiter;
    }
  }
  return best;
}

function rowsBetween(text: string, ends: readonly number[]): readonly string[] {
  return ends.map((end, i) => text.slice(ends[i - 1] ?? 0, end));
}

/** The first row, if it is a header: names, none of them a number, all different. */
function headerOf(text: string, delimiter: string): string | undefined {
  const splitter = rowSplitter(delimiter);
  const end = [...splitter.push(text.slice(0, longestHeader)), ...splitter.end()][0] ?? 0;
  const row = text.slice(0, end);
  const names = fieldsOf(row, delimiter).map((name) => name.trim());
  const isHeader =
    names.length > 1 &&
    end < longestHeader &&
    end < text.length &&
    names.every((name) => name !== "" && !/^[-+]?[\d.,]+%?$/.test(name)) &&
    new Set(names).size === names.length;
  return isHeader ? row : undefined;
}
