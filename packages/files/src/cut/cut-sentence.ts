import { type Piece, penalties } from "./pack.js";

/** Sizes that decide where a sentence is cut, in tokens. */
export interface Scale {
  /** A sentence or clause up to this size stays whole. */
  readonly limit: number;
  /** Words and characters are cut into pieces of up to this size. */
  readonly grain: number;
  /** The size of a text. */
  readonly weigh: (text: string) => number;
}

/** After commas, semicolons, colons, brackets and dashes, with the white space there, and after lines. */
const clauseEnds =
  /[,;:)\]]["'”’»)\]]*\s+|[–—]+\s*|[，；：、،؛]+["”’」』）】》]*\s*|[\r\n\u2028\u2029]\s*/gu;
const wordEnds = /\S+\s*|\s+/gu;
/** Scripts that are written without spaces between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/**
 * Code points that can be one character together with a neighbour (UAX 29): marks, joiners, flags, skin
 * tones, the letters of which Hangul syllables are made, and letters that lean on the next one. In a text
 * without any of them each code point is a character.
 */
const combining =
  /[\r\p{M}\p{Cf}\p{RI}\p{Emoji_Modifier}\u0d4e\u0e33\u0eb3\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff\uff9e\uff9f\u{110bd}-\u{11f02}\u{16d63}-\u{16d6a}]/u;
/** Intl.Segmenter is slow on long strings: how many UTF-16 units it is given at once. */
const segmentLength = 2_000;

const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });
const wordSegments = new Intl.Segmenter("und", { granularity: "word" });

/**
 * Cuts a sentence that is too long at clauses, clauses that are too long at words, and words that are too
 * long between characters, never inside a surrogate pair or what combines into one character. The pieces
 * cover the sentence; the last one's penalty is for the caller to set. O(length).
 *
 * @param start where the sentence begins: added to all ends.
 */
export function cutSentence(text: string, start: number, scale: Scale): readonly Piece[] {
  const weight = scale.weigh(text);
  if (weight <= scale.limit) {
    return [{ end: start + text.length, weight, penalty: penalties.sentence }];
  }
  const pieces: Piece[] = [];
  let from = 0;
  for (const to of [...endsOf(text, clauseEnds), text.length]) {
    if (to === from) continue;
    cutClause(text.slice(from, to), start + from, scale, pieces);
    from = to;
  }
  return pieces;
}

function cutClause(text: string, start: number, scale: Scale, pieces: Piece[]): void {
  const weight = scale.weigh(text);
  const end = start + text.length;
  if (weight <= scale.limit) {
    pieces.push({ end, weight, penalty: penalties.clause });
    return;
  }
  cutWords(text, start, scale, pieces);
  const last = pieces.pop() as Piece;
  pieces.push({ ...last, penalty: penalties.clause });
}

/**
 * Puts words together up to the grain, and cuts those that are above it.
 *
 * @param ends where the words end; where white space does, when left out.
 */
function cutWords(
  text: string,
  start: number,
  scale: Scale,
  pieces: Piece[],
  ends?: readonly number[],
): void {
  let from = 0;
  let weight = 0;
  const close = (to: number): void => {
    if (weight > 0) pieces.push({ end: start + to, weight, penalty: penalties.word });
    weight = 0;
  };
  for (const to of ends ?? endsOf(text, wordEnds)) {
    const word = text.slice(from, to);
    const added = scale.weigh(word);
    if (weight + added > scale.grain) close(from);
    if (added > scale.grain && ends === undefined && unspaced.test(word)) {
      cutWords(word, start + from, scale, pieces, unspacedEnds(word));
    } else if (added > scale.limit) {
      cutCharacters(word, start + from, scale, pieces);
    } else {
      weight += added;
    }
    from = to;
  }
  close(from);
}

/** Cuts a word into the longest pieces up to the grain, at least one character each. */
function cutCharacters(text: string, start: number, scale: Scale, pieces: Piece[]): void {
  const ends = characterEnds(text);
  let from = 0;
  let count = 1;
  for (let first = 0; first < ends.length; ) {
    const fits = (characters: number): boolean =>
      scale.weigh(text.slice(from, ends[first + characters - 1])) <= scale.grain;
    count = Math.max(1, most(ends.length - first, count, fits));
    const to = ends[first + count - 1] as number;
    const weight = scale.weigh(text.slice(from, to));
    pieces.push({ end: start + to, weight, penalty: penalties.character });
    first += count;
    from = to;
  }
}

/**
 * The highest count, up to `count`, that fits: from a guess by steps that double, then by halves. Neighbours
 * are mostly alike, so that the last result is a good guess: two looks.
 */
function most(count: number, guess: number, fits: (count: number) => boolean): number {
  let fitting = guess <= count && fits(guess) ? guess : 0;
  let step = 1;
  while (fitting + step <= count && fits(fitting + step)) {
    fitting += step;
    step *= 2;
  }
  for (step /= 2; step >= 1; step /= 2) {
    if (fitting + step <= count && fits(fitting + step)) fitting += step;
  }
  return fitting;
}

function endsOf(text: string, pattern: RegExp): number[] {
  return Array.from(text.matchAll(pattern), (match) => match.index + match[0].length);
}

/** Where the words of a text without spaces end; a dictionary of the platform knows them. */
function unspacedEnds(text: string): number[] {
  return segmentEnds(text, wordSegments);
}

/** Where the characters that a reader sees end. */
function characterEnds(text: string): number[] {
  return combining.test(text) ? segmentEnds(text, graphemes) : codePointEnds(text);
}

function codePointEnds(text: string): number[] {
  const ends: number[] = [];
  for (let at = 0; at < text.length; ) {
    at += (text.codePointAt(at) as number) > 0xffff ? 2 : 1;
    ends.push(at);
  }
  return ends;
}

/** Where a segmenter's segments end, a slice at a time; a slice's last segment may go on in the next. */
function segmentEnds(text: string, segmenter: Intl.Segmenter): number[] {
  const ends: number[] = [];
  let from = 0;
  let length = segmentLength;
  while (from < text.length) {
    const slice = text.slice(from, from + length);
    const found = Array.from(
      segmenter.segment(slice),
      ({ index, segment }) => from + index + segment.length,
    );
    const reachesEnd = from + length >= text.length;
    if (!reachesEnd) found.pop();
    // One character longer than the slice: look at more at once.
    length = found.length === 0 ? length * 2 : segmentLength;
    for (const end of found) ends.push(end);
    from = ends.at(-1) ?? 0;
  }
  return ends;
}
