import { citedNumbers } from "@psi/core/model-text";
import { type Label, labelOf } from "./label-kind.js";

/** What a line begins with, when it is no plain text. */
export interface LineMark {
  readonly kind: "answer" | "retrieve" | "section" | "sources";
  /** What follows the mark in its line. */
  readonly rest: string;
  /** The tag that must be closed again, where the mark is one. */
  readonly tag?: string;
  /** After a list's bullet or number: starts an answer, never ends one. */
  readonly listed: boolean;
  /** A label in another language than the prompts': such words occur in texts, too. */
  readonly isForeign?: boolean;
}

/** As much of a line as is matched: a mark is at the beginning. */
const HEAD = 160;

const decoration = "(?:[\\s>#_`~|]|\\*(?!\\s)|\\p{Extended_Pictographic})*";
const beginning = new RegExp(
  `^(${decoration})((?:[-•·+*]\\s*|\\(?\\d{1,2}[.)、]\\s*)${decoration})?([[【(「《])?`,
  "u",
);
/** Where a label ends: a colon, an arrow, a dash, or the bracket of a call. */
const parting = /[:：﹕︰∶=＝|]+>?|(?:->|→|=>|—|–|-+)(?=\s|$)|[[({（](?=\S)/u;
/** "Answer (short):", "Answer [1]:" */
const remark = /^(?:\([^()]{0,40}\)|（[^（）]{0,40}）|\[\d+\])[*_`\s]*(?=[:：])/;
const afterLabel = /(?<![*_`\s\]】)」》])[*_`\s\]】)」》]+$/;
const actionLine =
  /^[\s>#*_`]*action[\s*_`]*[:：][\s*_`"]*(?:(answer|finish|final[ _]?answer|respond)|(retrieve|retrieval|search|query|lookup))\b["*_`\s]*/i;
const inputLine =
  /^[\s>*_`]*(?:action[ _]input|arguments?|parameters?|input)[\s*_`]*[:：][\s*_`]*/i;
const tagLine = /^[\s>*_`]*<([\p{L}\p{M}_]{2,30})(\s[^<>]{0,500})?>/u;
const fenceLine = /^<\/?(?:passage|abstract)\b/i;

/** What a line begins with; undefined for plain text. Constant time. */
export function lineMark(line: string): LineMark | undefined {
  const text = line.trim();
  if (text === "") return undefined;
  const head = text.slice(0, HEAD);
  const mark = tagMark(head, text) ?? actionMark(head, text) ?? labelMark(head, text);
  // Emphasis that the label closes.
  return mark && { ...mark, rest: mark.rest.replace(/^[*_`]{1,3}(?=\s|$)/, "") };
}

/** The text of a line after labels such as "Action Input:". */
export function withoutInputLabel(line: string): string {
  const label = inputLine.exec(line.slice(0, HEAD));
  return label === null ? line : line.slice(label[0].length);
}

function tagMark(head: string, text: string): LineMark | undefined {
  if (fenceLine.test(head)) return { kind: "section", rest: "", listed: false };
  const [whole, name, attributes] = tagLine.exec(head) ?? [];
  const kind = name === undefined ? undefined : labelOf(name)?.kind;
  if (whole === undefined || (kind !== "answer" && kind !== "retrieve")) return undefined;
  const attribute = /(?:query|queries|text|q)\s*=\s*["“']([^"”']*)["”']/i.exec(attributes ?? "");
  if (attribute !== null) return { kind, rest: attribute[1] as string, listed: false };
  return { kind, rest: text.slice(whole.length), listed: false, tag: name as string };
}

function actionMark(head: string, text: string): LineMark | undefined {
  const found = actionLine.exec(head);
  if (found === null) return undefined;
  const kind = found[1] === undefined ? "retrieve" : "answer";
  return { kind, rest: text.slice(found[0].length), listed: false };
}

function labelMark(head: string, text: string): LineMark | undefined {
  const [before = "", decorated = "", bullet, bracket] = beginning.exec(head) ?? [];
  const listed = bullet !== undefined;
  const set = { listed, isSet: /[#*_]/.test(decorated) || bracket !== undefined };
  const body = head.slice(before.length);
  const closed =
    bracket === undefined ? null : /^([^\]】)」》]{1,60})[\]】)」》][*_`\s]*/.exec(body);
  // "[passage 1]" cites.
  if (closed !== null && citedNumbers(closed[1] as string) !== undefined) return undefined;
  if (closed !== null) {
    const label = labelOf(closed[1] as string);
    const [colon = ""] = /^[:：]+/.exec(body.slice(closed[0].length)) ?? [];
    const rest = text.slice(before.length + closed[0].length + colon.length);
    const parted = colon || (rest === "" ? "" : "]");
    if (label !== undefined) return markOf(label, { ...set, parted }, rest);
  }
  const { at, parted, phrase } = partedAt(body);
  if (parted === "" && text.length > HEAD) return undefined;
  const label = labelOf(phrase);
  return label && markOf(label, { ...set, parted }, text.slice(before.length + at));
}

/** How a label is set off from the text around it. */
interface Setting {
  readonly listed: boolean;
  /** Whether it is a heading, emphasised, or in brackets. */
  readonly isSet: boolean;
  /** What is between it and what follows; empty at the end of its line. */
  readonly parted: string;
}

/** Labels in the prompts' languages are expected; a word of another language must be set off more clearly. */
function markOf(
  { kind, isOwn }: Label,
  { listed, isSet, parted }: Setting,
  rest: string,
): LineMark | undefined {
  const isAlone = parted === "";
  if (kind === "answer" || kind === "retrieve") {
    const isParted = isOwn || /^(?:[:：﹕︰∶=＝|→\]]|->)/.test(parted);
    return isParted || (isAlone && isSet) ? { kind, rest, listed, isForeign: !isOwn } : undefined;
  }
  const isHeading = /^[:：]/.test(parted) || (isAlone && isSet);
  if (listed || !isHeading) return undefined;
  return { kind: kind === "sources" ? "sources" : "section", rest, listed };
}

/** The label that a line may begin with, what ends it, and where that ends. */
function partedAt(body: string): { at: number; parted: string; phrase: string } {
  const { 0: mark = "", index: end = body.length } = parting.exec(body) ?? {};
  const phrase = body.slice(0, end).replace(afterLabel, "");
  const aside = remark.exec(body.slice(end));
  if (aside !== null) {
    const colon = end + aside[0].length;
    return { at: colon + 1, parted: body.charAt(colon), phrase };
  }
  // A bracket belongs to what is called: Search[...], retrieve(...).
  return { at: /[[({（]/.test(mark) ? end : end + mark.length, parted: mark, phrase };
}
