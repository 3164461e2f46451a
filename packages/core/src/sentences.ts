/** A stretch of a text in UTF-16 units: from `start` up to, not including, `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Abbreviations that stand before what they belong to: never an end. */
const leading =
  wordSet(`mr mrs ms mx dr drs prof rev fr hon msgr gen maj col lt sgt cpl capt cmdr adm gov sen rep
  pres supt insp st ste mt ft vs cf viz approx ca fig figs vol vols ed eds pp mme mlle mm sra dra ud vd hr bzw
  feat bef aft dept univ assn intl fl lit`);
/** Abbreviations that may end a sentence: an end when the next word is one that begins sentences. */
const trailing = wordSet(
  "jr sr esq inc ltd co corp bros etc al ave blvd rd est plc llc cie usw ext",
);
/** Abbreviations only in front of a number. */
const counting = wordSet(
  "no nos nr op art sec ch p par ser jan feb mar apr jun jul aug sep sept oct nov dec b d r c e",
);
/** Words that begin a sentence far more often than they follow an initial or an acronym. */
const openings =
  wordSet(`the a an it its he his she her they their we our you your this that these those there
  in on at by for from to with as after before during when while where if although because since however also
  but and or so then thus i is are was were who what why how some many most several one another both each`);

const lower = /^\p{Ll}/u;
const upperLetter = /^\p{Lu}$/u;
const digit = /^\p{Nd}/u;
const wordBefore = /[\p{L}\p{M}\p{Nd}.]+$/u;
const wordAfter = /^[\p{L}\p{M}]+/u;
const listMark = /^(?:[-*•‣◦·+#>|]|\d{1,3}[.)、])/u;
const ideograph = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const hiragana = /^\p{Script=Hiragana}/u;

const stops = codeSet(".!?…‽。！？｡．؟۔।॥։።។");
/** Stops that need no space after them. */
const wideStops = codeSet("。！？｡");
const closers = codeSet("\"'”’»›)]}」』）】》〉＂＇］｝*_");
const openers = codeSet("\"'“‘«‹([{「『（【《〈¿¡*_—–-");
/** Lines shorter than this end where they end; longer ones may be one paragraph, wrapped by hand. */
const wrapWidth = 50;
/** The longest abbreviation looked for, in UTF-16 units. */
const lookBehind = 24;

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/));
}

function codeSet(characters: string): ReadonlySet<number> {
  return new Set([...characters].map((character) => character.charCodeAt(0)));
}

/**
 * Cuts a text into sentences: spans in order that cover it wholly, so that joined they are the text. White
 * space belongs to the sentence before it. An empty text has none.
 *
 * Knows abbreviations ("Dr.", "U.S."), initials, decimals, ellipses, quotes and brackets after the stop,
 * stops of Chinese, Japanese, Arabic, Hindi and other scripts, and lines: a blank line always ends a
 * sentence, a single line break where the line is short or the next begins a list or a heading. Rules
 * cannot know all abbreviations: an unknown one before a capital is cut. A stretch without any stop is one
 * sentence, however long.
 *
 * O(length).
 */
export function sentences(text: string): readonly Span[] {
  const spans: Span[] = [];
  const state: Scan = { text, start: 0, line: 0, beginsLow: undefined };
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    let end = -1;
    let next = at + 1;
    if (stops.has(code)) {
      const seen = stopAt(state, at);
      next = seen.next;
      if (seen.ends) end = next;
    } else if (isLineBreak(code)) {
      next = skipSpace(text, at);
      if (lineEnds(state, at, next)) end = next;
      state.line = next;
    }
    at = next;
    if (end > state.start && end < text.length && saysSomething(text, state.start, end)) {
      spans.push({ start: state.start, end });
      state.start = end;
      state.line = end;
      state.beginsLow = undefined;
    }
  }
  if (state.start < text.length) spans.push({ start: state.start, end: text.length });
  return spans;
}

/** Whether a stretch has a letter or digit: a lone quote or " ... " is no sentence, but joins the next. */
function saysSomething(text: string, start: number, end: number): boolean {
  return end - start > 40 || /[\p{L}\p{N}]/u.test(text.slice(start, end));
}

/** Where a scan stands: `start` of the sentence, `line` of its last line, and whether it begins in lower case. */
interface Scan {
  readonly text: string;
  start: number;
  line: number;
  beginsLow: boolean | undefined;
}

/** Whether the run of stops at `at` ends a sentence, and where the scan goes on: behind quotes and space. */
function stopAt(state: Scan, at: number): { readonly ends: boolean; readonly next: number } {
  const { text } = state;
  let wide = wideStops.has(text.charCodeAt(at));
  let run = at + 1;
  for (; run < text.length && stops.has(text.charCodeAt(run)); run++)
    wide ||= wideStops.has(text.charCodeAt(run));
  let close = run;
  while (close < text.length && closers.has(text.charCodeAt(close))) close++;
  const next = skipSpace(text, close);
  if (next === text.length || hasBlankLine(text, close, next)) return { ends: true, next };
  if (wide) {
    // 「…。」と言った: the quotation is a part of the sentence around it.
    const quoted = close > run && next === close && hiragana.test(text.charAt(next));
    return { ends: !quoted, next };
  }
  const single = run === at + 1 && text.charAt(at) === ".";
  if (next === close) {
    // Ideographs are written without spaces, also after a Latin stop: "好吗?好.".
    const ends = text.charAt(at) !== "…" && touchesIdeographs(text, at, next);
    return { ends, next };
  }
  return { ends: spacedStopEnds(state, at, close > run, next, single), next };
}

function touchesIdeographs(text: string, at: number, next: number): boolean {
  return at > 0 && ideograph.test(text.charAt(at - 1)) && ideograph.test(text.charAt(next));
}

/** Whether a stop with white space after it ends a sentence. `next` is where the following text begins. */
function spacedStopEnds(
  state: Scan,
  at: number,
  closed: boolean,
  next: number,
  single: boolean,
): boolean {
  const { text } = state;
  let letter = next;
  while (letter < text.length && openers.has(text.charCodeAt(letter))) letter++;
  const following = text.slice(letter, letter + lookBehind);
  if (single && abbreviates(text, state.start, at, following)) return false;
  if (!lower.test(following)) return true;
  return !closed && beginsLow(state);
}

/** Whether the full stop at `at` belongs to an abbreviation, an initial or a list number. */
function abbreviates(text: string, start: number, at: number, following: string): boolean {
  const word = wordBefore.exec(text.slice(Math.max(start, at - lookBehind), at))?.[0] ?? "";
  if (word === "") return false;
  const low = word.toLowerCase();
  if (digit.test(word))
    return at - start < lookBehind && /^\s*\d{1,3}$/.test(text.slice(start, at));
  if (leading.has(low)) return true;
  if (counting.has(low) && digit.test(following)) return true;
  const initial = upperLetter.test(word) || (word.length === 1 && lower.test(word));
  const acronym = word.includes(".") && word.split(".").every((part) => part.length <= 3);
  if (!initial && !acronym && !trailing.has(low)) return false;
  return !opensSentence(following);
}

/** Whether a text begins with a word that begins sentences; "A." does not, it is an initial. */
function opensSentence(following: string): boolean {
  const word = wordAfter.exec(following)?.[0] ?? "";
  if (word === "" || lower.test(word) || following.charAt(word.length) === ".") return false;
  return openings.has(word.toLowerCase());
}

/** Whether the sentence's first letter is a small one: then its writer does not capitalise, and "x. y" is an end. */
function beginsLow(state: Scan): boolean {
  if (state.beginsLow === undefined) {
    const first = /\p{L}/u.exec(state.text.slice(state.start, state.start + 200));
    state.beginsLow = first !== null && lower.test(first[0]);
  }
  return state.beginsLow;
}

/** Whether the line break at `at`, with the following text at `next`, ends a sentence. */
function lineEnds(state: Scan, at: number, next: number): boolean {
  const { text } = state;
  if (next === text.length || hasBlankLine(text, at, next)) return true;
  const following = text.slice(next, next + 6);
  if (listMark.test(following)) return true;
  if (lower.test(following)) return false;
  const line = text.slice(state.line, Math.min(at, state.line + wrapWidth));
  return line.length < wrapWidth || text.charAt(state.line) === "#";
}

function isLineBreak(code: number): boolean {
  return code === 10 || code === 13 || code === 0x2028 || code === 0x2029;
}

function isSpace(code: number): boolean {
  return (
    code === 32 ||
    (code >= 9 && code <= 13) ||
    code === 0xa0 ||
    code === 0x3000 ||
    (code >= 0x2000 && code <= 0x200b) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0xfeff
  );
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && isSpace(text.charCodeAt(at))) at++;
  return at;
}

/** Whether the white space from `from` to `to` holds an empty line. */
function hasBlankLine(text: string, from: number, to: number): boolean {
  let breaks = 0;
  for (let i = from; i < to; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x2029) return true;
    if (code === 10 || code === 0x2028 || (code === 13 && text.charCodeAt(i + 1) !== 10)) breaks++;
  }
  return breaks > 1;
}
