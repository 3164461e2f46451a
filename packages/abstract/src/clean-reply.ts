import { decodeText, removeFences } from "@psi/core/model-text";

/** What models call the thing they were asked for, in the languages they call it. */
const label =
  "(?:(?:the|a|an|my|final|brief|short|concise|faithful|coherent|overall|revised|combined|one)\\s+){0,3}" +
  "(?:summary|abstract|paragraph|keywords?|key ?phrases|phrases|entry|catalogue entry|answer|output|response|result" +
  "|zusammenfassung|schlagwörter|stichwörter|résumé|mots[- ]clés|resumen|palabras clave|riassunto|parole chiave|resumo" +
  "|palavras-chave|samenvatting|краткое содержание|резюме|ключевые слова|摘要|总结|總結|概要|概括|关键词|關鍵詞|关键字|要約|キーワード|요약|키워드|ملخص)";
const about = "(?:\\s+(?:of|for|about|from|in)\\s+[^\\n:：]{1,80})?";
const remark = "(?:\\s*[(（][^)）\\n]{1,40}[)）])?";
const mark = "[*_#`>\\s]*";

const labelled = new RegExp(`^${mark}${label}${about}${remark}${mark}[:：]${mark}`, "iu");
const heading = new RegExp(`^${mark}${label}${about}${remark}${mark}\\n+`, "iu");
const dashed = new RegExp(`^${mark}${label}${remark}[*_]*\\s+[-–—]\\s+`, "iu");
const announced =
  /^(?:(?:sure|certainly|of course|absolutely|okay|ok|great|yes|好的|当然)[\s,.!，。！]*(?:thing[\s,.!]*)?)*(?:(?:here(?:['’]s| is| are)|below (?:is|are)|the following (?:is|are)|this is|i(?:['’]ve| have) (?:written|prepared)|以下是|下面是|这是|這是|hier ist|voici|aquí (?:está|tienes)|ecco)[^\n:：]{0,160}[:：]|(?:sure|certainly|of course|好的|当然)[^\n:：]{0,80}[:：!！])[*_\s]*/iu;
/** What models put after what they were asked for, at the end of a line or on lines of their own. */
const count = /\s?[([（]\s?(?:about |approx\.? ?|约)?\d+\s?(?:words?|字)\s?[)\]）]$/iu;
const closingLine =
  /^[*_([\s]*(?:word count|words?|total words|字数|字數)\s*[:：]\s*\d+|^[*_]*(?:note|注|注意)[*_]*\s*[:：]|let me know|hope this helps|feel free|would you like|if you (?:need|want|would)|希望这|如果您|如需/iu;
/** A longer line is a paragraph, whatever it holds. */
const longestClosing = 400;

/**
 * A chat model's reply without what models put around what they were asked for: code fences, tags, JSON,
 * announcements, labels, word counts, offers of help, surrounding quotes, tags of the prompt that they repeat,
 * whole or broken off. O(length).
 *
 * @param reply without thoughts, as core's `replyText` gives it.
 */
export function cleanReply(reply: string): string {
  let text = unwrapped(tidySpace(removeFences(decodeText(reply))));
  for (let pass = 0; pass < 4; pass++) {
    const before = text;
    text = text
      .replace(announced, "")
      .replace(labelled, "")
      .replace(heading, "")
      .replace(dashed, "");
    text = unquoted(unwrapped(withoutClosing(text.trim())));
    if (text === before) break;
  }
  return text;
}

/** Looks at the last line, and at the end of it, so that no text is searched for all of its closings. */
function withoutClosing(text: string): string {
  const start = text.lastIndexOf("\n") + 1;
  const line = text.slice(start);
  const isClosing = start > 0 && line.length <= longestClosing && closingLine.test(line);
  const kept = isClosing ? text.slice(0, start).trimEnd() : text;
  const end = Math.max(0, kept.length - longestClosing);
  return kept.slice(0, end) + kept.slice(end).replace(count, "").trimEnd();
}

const fence = /^```[\w-]*\s*\n?([\s\S]*?)\n?```\s*$/;
const openFence = /^```[\w-]*\s*\n/;
const tags =
  /^<(summary|abstract|keywords|answer|output|result|response|paragraph)>([\s\S]*?)(?:<\/\1>\s*)?$/i;
/** A tag of any name at the very beginning. */
const openTag = /^<([a-z][\w-]{0,30})>/i;

/** White space as single spaces and at most two line breaks: the patterns above would crawl through more. */
function tidySpace(text: string): string {
  return text
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** What stands inside a code fence, a tag or JSON, where the whole reply is one. */
function unwrapped(text: string): string {
  const inner =
    fence.exec(text)?.[1] ?? tags.exec(text)?.[2] ?? withoutTag(text.replace(openFence, ""));
  return (fromJson(inner.trim()) ?? inner).trim();
}

/** Without a tag at the beginning that is closed at the very end, or nowhere. */
function withoutTag(text: string): string {
  const [opening = "", name = ""] = openTag.exec(text) ?? [];
  if (opening === "") return text;
  const rest = text.slice(opening.length);
  const closing = `</${name}>`;
  const place = rest.indexOf(closing);
  if (place === -1) return rest;
  return place === rest.length - closing.length ? rest.slice(0, place) : text;
}

/** The text of a reply in JSON: its strings, one a line. */
function fromJson(text: string): string | undefined {
  if (!/^[[{]/.test(text) || !/[\]}]$/.test(text)) return undefined;
  try {
    const strings: string[] = [];
    gatherStrings(JSON.parse(text), strings);
    return strings.join("\n");
  } catch {
    return undefined;
  }
}

function gatherStrings(value: unknown, strings: string[]): void {
  if (typeof value === "string") strings.push(value);
  else if (typeof value === "object" && value !== null) {
    for (const inner of Object.values(value)) gatherStrings(inner, strings);
  }
}

const quotes: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  "“": "”",
  "‘": "’",
  "«": "»",
  "„": "“",
  "「": "」",
  "『": "』",
  "**": "**",
  "*": "*",
  __: "__",
};

/** A text without the quotation marks or emphasis around the whole of it. */
export function unquoted(text: string): string {
  for (const [open, close] of Object.entries(quotes)) {
    const long = text.length > open.length + close.length;
    if (!long || !text.startsWith(open) || !text.endsWith(close)) continue;
    const inner = text.slice(open.length, -close.length);
    const own = inner.includes(open) || inner.includes(close);
    if (!own) return inner.trim();
  }
  return text;
}
