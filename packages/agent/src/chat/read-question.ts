import { type ModelReply, replyText } from "@psi/core";
import { isNotMentioned } from "../not-mentioned.js";
import { labelOf } from "../reply/label-kind.js";
import { lenientJson } from "../reply/lenient-json.js";
import { linesOf } from "../reply/lines.js";
import { parseReply } from "../reply/parse-reply.js";
import { plainLine } from "../reply/plain-line.js";
import { isRefusal } from "../reply/refusal.js";

/** The question in a reply, or why there is none. */
export type ReadQuestion =
  | { readonly question: string; readonly notes: readonly string[] }
  | { readonly why: string; readonly notes: readonly string[] };

const fence = /^\s*(?:```|~~~)/;
const bullet = /^[\s>#]*(?:[-•·*]\s+|\(?\d{1,2}[.)]\s+)?/;
const tag = /<\/?([\p{L}_-]{2,40})>/gu;
const asks = /[?？؟՞][\s"'”’」』)）*_`]*$/;
/** "Here is the rewritten question: …" */
const preface =
  /^(?:(?:sure|certainly|of course|okay|ok|yes)(?=\s{0,3}[,.!:])|here(?:['’]s| is| are)|below is|the (?:rewritten|following|standalone|question)|rewritten|hier ist|voici|aquí (?:está|tienes)|ecco|aqui está|вот|好的|当然|以下是|这是|改写)[^:：?？]{0,120}[:：]\s*/iu;
const rewrittenField = /rewrit|rewrot|standalone|stand_alone|rephras|reformulat|resolved|改写/i;
const LABEL = /^([^:：]{1,60})\s*[:：]\s*/;

/**
 * Reads a rewritten question as every other reply is read: past thoughts, fences, prefaces and labels, in JSON, in
 * tags, and after a label that the model has put before it.
 *
 * @param asked the question as it was asked, which a model may repeat before it rewrites it.
 */
export function readQuestion(reply: ModelReply, asked: string): ReadQuestion {
  const read = parseReply(reply);
  const { notes = [] } = read;
  if (read.kind === "retrieve") return { question: read.queries.join("; "), notes };
  if (read.text.trim() === "") return { why: "the model rewrote it to nothing", notes };
  if (isRefusal(read.text)) return { why: "the model refused to rewrite it", notes };
  // "I can't find the Petrel; where is it?" asks, though it reads like "Not mentioned".
  const isNone = read.kind === "answer" && isNotMentioned(read.text);
  const text = isNone ? replyText(reply) : read.text;
  const isAnswer = read.kind === "answer" && (isNone || asks.test(asked)) && !asks.test(text);
  if (isAnswer) return { why: "the model answered it instead of rewriting it", notes };
  const question = questionInJson(text, asked) ?? questionInLines(text, asked);
  if (question === undefined) return { why: "the model rewrote it to nothing", notes };
  return { question, notes };
}

/** `{"question": "…"}`, by whatever name. */
function questionInJson(text: string, asked: string): string | undefined {
  const start = text.search(/[{[]\s*["'“{]/);
  const value = start < 0 ? undefined : lenientJson(text, start)?.value;
  if (typeof value !== "object" || value === null) return undefined;
  const texts = Object.entries(value).flatMap(([name, given]) =>
    typeof given === "string" && plainLine(given) !== "" ? [{ name, text: plainLine(given) }] : [],
  );
  const named =
    texts.find(({ name }) => rewrittenField.test(name)) ??
    texts.find(({ name, text: each }) => isQuestionLabel(name) && !isSame(each, asked));
  return (named ?? texts.find(({ text: each }) => !isSame(each, asked)) ?? texts[0])?.text;
}

/** The line with the label of a question, else the first that asks, else the first that says something. */
function questionInLines(text: string, asked: string): string | undefined {
  const lines: { readonly text: string; readonly isLabelled: boolean }[] = [];
  let isLabelled = false;
  for (const { text: line } of linesOf(text)) {
    if (fence.test(line) || line.trim() === "") continue;
    const bare = line
      .replace(tag, (written, name: string) => (isQuestionLabel(name) ? "" : written))
      .replace(bullet, "")
      .replace(preface, "");
    const [whole = "", name = ""] = LABEL.exec(bare) ?? [];
    const isQuestion = whole !== "" && isQuestionLabel(name);
    const said = plainLine(isQuestion ? bare.slice(whole.length).replace(/^[*_`]+\s*/, "") : bare);
    const isAside = whole !== "" && !isQuestion && labelOf(name) !== undefined;
    isLabelled ||= isQuestion;
    if (said === "" || isAside || /[:：]$/.test(said)) continue;
    lines.push({ text: said, isLabelled });
    isLabelled = false;
  }
  const others = lines.filter((line) => !isSame(line.text, asked));
  const found =
    others.find((line) => line.isLabelled) ??
    others.find((line) => asks.test(line.text)) ??
    lines.find((line) => asks.test(line.text)) ??
    lines[0];
  return found?.text;
}

function isQuestionLabel(name: string): boolean {
  const kind = labelOf(name.replace(/[*_`"]+/g, " "))?.kind;
  return kind === "question" || kind === "retrieve";
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase().trim() === b.toLowerCase().trim();
}
