import { decodeText } from "@psi/core/model-text";
import { abstention } from "./abstention.js";
import { answerText } from "./answer-text.js";
import { labelOf } from "./label-kind.js";
import { CUT_OFF, lenientJson } from "./lenient-json.js";
import { type Line, linesOf } from "./lines.js";
import type { Found } from "./parsed-reply.js";
import { queriesInLine, queriesInLines, queryList } from "./query-list.js";
import { readBehindVerb } from "./read-behind-verb.js";
import { type FoundInValue, isBlank, oneRound, readValue } from "./read-value.js";
import { lineMark } from "./verbs.js";

/** What a text asks for; what stands in front of that; whether a verb was there with nothing behind it. */
export interface FoundInText {
  readonly found: Found | undefined;
  readonly before: string;
  readonly announced: boolean;
}

/** JSON is tried at so many places, since each try may read to the end. */
const MOST_TRIES = 8;

/** As much of a line as is looked at for JSON. */
const HEAD = 200;
/** What may be before JSON. Each is passed as a whole, so that no text can be read in two ways. */
const beforeJson = /\s+|>|<[^<>]{1,60}>|\[TOOL_CALLS\]|(?:```|~~~)[\w-]{0,12}|json\b|[-•*](?=\s)/iy;
const startsJson = /\{|\[\s*["'“{[]/y;
const openJson = /\{\s*\\*["'“”]/g;
const sureTag = /<(answer|final_answer|query|retrieve|search)>/i;
const saidAnswer =
  /^[\s>*_`]*(?:(?:so|thus|therefore|hence)\b[\s,]*)?(?:the|my)?\s*(?:(?:final|correct|short)\s+)?answer(?:\s+to\b[^.:]{0,80}?)?\s+(?:is|would\s+be)\b[\s:：*_]*|^[\s>*_`]*(?:因此|所以)?[，,\s]*(?:最终|正确)?(?:答案|回答)(?:是|为|應為|应为)[\s:：*_]*/iu;
/** The same in other languages. */
const saidElsewhere =
  /^[\s>*_`]*(?:(?:die|meine) (?:\p{L}{4,14} )?antwort (?:ist|lautet)|la (?:\p{L}{4,14} )?réponse(?: \p{L}{4,14})? est|la respuesta(?: \p{L}{4,14})? es|la risposta(?: \p{L}{4,14})? è|a resposta(?: \p{L}{4,14})? é|het (?:\p{L}{4,14} )?antwoord is|odpowiedź (?:to|brzmi))(?![\p{L}\p{M}])[\s:：*_]*|^[\s>*_`]*答えは[\s:：、*_]*/iu;
const saidRetrieve =
  /^[\s>*_`]*(?:(?:Retrieve|RETRIEVE|Search for|Search|SEARCH|Look up)\s+(?=\S)|(?:retrieve|search)\s+(?=["“])|(?:检索|搜索|查询)\s*(?=["“《「]))/u;
const inSentence =
  /[.!?。！？)\]】"”]\s*\*{0,2}((?!\p{Ll})\p{L}[\p{L}\p{M}\p{Cf} ’'-]{0,40}?)\*{0,2}\s*[:：]/gu;

/** Finds the first verb, or tool call written as text, at the start of a line; else the first elsewhere. */
export function findInText(written: string): FoundInText {
  const text = withPlainTags(written);
  const lines = linesOf(text);
  const strict = atLineStarts(text, lines);
  if (strict.found !== undefined) return strict;
  const loose = elsewhere(text, lines);
  return loose === undefined ? strict : { ...loose, announced: strict.announced };
}

/** Calls written as tags with names become plain tags; what follows a closing tag gets a line of its own. */
function withPlainTags(text: string): string {
  if (!text.includes("<")) return text;
  return text
    .replace(/<(?:function=|(?:invoke|function)\s+name=["']?)([\w.-]{1,40})["']?>/gi, "<$1>")
    .replace(/<\/?parameter(?:=[\w-]{1,40}|\s+name=["']?[\w-]{1,40}["']?)?>/gi, "\n")
    .replace(/<\/(?:function|invoke)>/gi, "\n")
    .replace(/<\/(?:answer|final_answer|retrieve|retrieval|query|search|search_query)>/gi, "$&\n");
}

function atLineStarts(text: string, lines: readonly Line[]): FoundInText {
  let announced = false;
  let tries = 0;
  for (let at = 0; at < lines.length; ) {
    const { text: line, start } = lines[at] as Line;
    const open = jsonStart(line.slice(0, HEAD));
    const json =
      open === undefined || tries++ >= MOST_TRIES ? undefined : jsonAt(text, start + open);
    if (json !== undefined && !isBlank(json)) {
      return { found: json, before: joinedThought(text.slice(0, start), json), announced };
    }
    const mark = lineMark(line);
    if (json !== undefined) announced = true;
    if (mark === undefined || (mark.kind !== "answer" && mark.kind !== "retrieve")) {
      at++;
      continue;
    }
    const { found, next } = readBehindVerb(lines, at, mark);
    if (found !== undefined) return { found, before: text.slice(0, start), announced };
    announced = true;
    at = Math.max(next, at + 1);
  }
  return { found: undefined, before: "", announced };
}

/** Where JSON starts in a line, after what models write before it: fences, tags, bullets. */
function jsonStart(line: string): number | undefined {
  let at = 0;
  do {
    startsJson.lastIndex = at;
    if (startsJson.test(line)) return at;
    beforeJson.lastIndex = at;
    at = beforeJson.test(line) ? beforeJson.lastIndex : line.length;
  } while (at < line.length);
  return undefined;
}

/** The value at a place, together with those that follow it at once: several calls are one round. */
function jsonAt(text: string, place: number): FoundInValue | undefined {
  const all: FoundInValue[] = [];
  let cut = false;
  let start = place;
  for (let values = 0; values < MOST_TRIES; values++) {
    const read = lenientJson(text, start);
    const found = read === undefined ? undefined : readValue(read.value);
    if (read === undefined || found === undefined) break;
    all.push(found);
    cut ||= read.cut;
    const gap = /^[\s,;]*(?:<[^<>]{1,60}>[\s,;]*){0,4}(?=\{)/.exec(
      text.slice(read.end, read.end + 300),
    );
    if (gap === null) break;
    start = read.end + gap[0].length;
  }
  const found = oneRound(all);
  if (found === undefined) return undefined;
  const thought = all.map((each) => each.thought).join("\n");
  return { ...found, thought, notes: cut ? [...found.notes, CUT_OFF] : found.notes };
}

function elsewhere(
  text: string,
  lines: readonly Line[],
): Omit<FoundInText, "announced"> | undefined {
  const whole = abstention(text);
  if (whole !== undefined) return told({ kind: "answer", text: whole, notes: [] }, "");
  return inTag(text) ?? inJson(text) ?? inWords(lines, text) ?? inSentences(text);
}

function told(found: Found, before: string): Omit<FoundInText, "announced"> | undefined {
  return isBlank(found) ? undefined : { found, before };
}

function inTag(text: string): Omit<FoundInText, "announced"> | undefined {
  const tag = sureTag.exec(text);
  if (tag === null) return undefined;
  const line: Line = { text: text.slice(tag.index), start: tag.index };
  const lines = [...linesOf(line.text)];
  const mark = lineMark((lines[0] as Line).text);
  const found = mark === undefined ? undefined : readBehindVerb(lines, 0, mark).found;
  return found === undefined ? undefined : told(found, text.slice(0, tag.index));
}

function inJson(text: string): Omit<FoundInText, "announced"> | undefined {
  let tries = 0;
  for (const open of text.matchAll(openJson)) {
    if (tries++ >= MOST_TRIES) return undefined;
    // Encoded once more: {\"answer\": …
    const encoded = open[0].includes("\\") ? decodeText(text.slice(open.index)) : undefined;
    const found = encoded === undefined ? jsonAt(text, open.index) : jsonAt(encoded, 0);
    if (found !== undefined && !isBlank(found)) {
      return told(found, joinedThought(text.slice(0, open.index), found));
    }
  }
  return undefined;
}

/** "The answer is Paris.", "Retrieve the birthplace of …": verbs without a colon. */
function inWords(lines: readonly Line[], text: string): Omit<FoundInText, "announced"> | undefined {
  for (const { text: line, start } of lines) {
    const plain = line.trim();
    const head = plain.slice(0, 200);
    const answer = saidAnswer.exec(head) ?? saidElsewhere.exec(head);
    const retrieve = answer === null && plain.length <= 300 ? saidRetrieve.exec(head) : null;
    const words = answer ?? retrieve;
    if (words === null) continue;
    const rest = plain.slice(words[0].length);
    const found: Found =
      answer === null
        ? { kind: "retrieve", ...queryList(queriesInLine(rest)) }
        : { kind: "answer", text: answerText(rest), notes: [] };
    if (!isBlank(found)) return told(found, text.slice(0, start));
  }
  return undefined;
}

/** "Passage 1 says so. Answer: Paris": a verb behind the end of a sentence. */
function inSentences(text: string): Omit<FoundInText, "announced"> | undefined {
  for (const verb of text.matchAll(inSentence)) {
    const kind = labelOf(verb[1] as string)?.kind;
    if (kind !== "answer" && kind !== "retrieve") continue;
    const before = text.slice(0, verb.index + 1);
    const rest = (linesOf(text.slice(verb.index + verb[0].length, verb.index + 4_000))[0] as Line)
      .text;
    const found: Found =
      kind === "answer"
        ? { kind, text: answerText(rest), notes: [] }
        : { kind, ...queryList(queriesInLines([rest])) };
    return told(found, before);
  }
  return undefined;
}

function joinedThought(before: string, { thought }: FoundInValue): string {
  return `${before}\n${thought}`;
}
