/** What a line begins with, when it is no plain text. */
export interface LineMark {
  readonly kind: "answer" | "retrieve" | "section" | "sources";
  /** What stands behind the mark in its line. */
  readonly rest: string;
  /** The tag that must be closed again, where the mark is one. */
  readonly tag?: string;
  /** Behind a list's bullet or number: starts an answer, never ends one. */
  readonly listed: boolean;
}

const answerWords =
  "(?:(?:the|my|your)\\s+)?(?:(?:final|short|brief|direct|correct|full|complete|concise)\\s+)?answers?(?:\\s+is(?=\\s*[:：]))?|final[_ -]?answer|finish|(?:最终|最後|最后|简短|我的)?(?:回答|答案|答复|答覆)|答";
const retrieveWords =
  "retriev(?:e|al)(?:\\s+(?:again|more))?|(?:new|next|follow-up|rewritten|search|retrieval)\\s+(?:search\\s+)?quer(?:y|ies)|quer(?:y|ies)|(?:web\\s+)?search(?:\\s+(?:for|again|queries|query))?|look\\s?up|(?:再次|继续|重新|新的)?(?:检索|查询|搜索|檢索|查詢|搜尋)(?:词|詞|语句|问题)?";
const sectionWords =
  "explanations?|reason(?:ing|s)?|rationale|justification|notes?|questions?|q|thoughts?|think(?:ing)?|contexts?|confidence|observation|example(?:\\s+\\d+)?|human|user|assistant|system|instructions?|task|解释|解釋|说明|說明|理由|原因|问|问题|問題|思考|分析|推理|备注|備註|注|观察|示例|例子|用户|系统|上下文|置信度|信心";
const sourceWords =
  "(?:sources?|citations?|references?|evidence|passages?|cited passages)|来源|來源|引用|参考|參考|出处|依据|依據|证据|段落";

const decoration = "(?:[\\s>#_`~|]|\\*(?!\\s)|\\p{Extended_Pictographic})*";
const bullet = `(?:((?:[-•·+*]\\s*|\\(?\\d{1,2}[.)、]\\s*))${decoration})?`;
/** Behind the word: a number, emphasis, a bracket that closes, a remark in brackets. */
const behind =
  "(?:\\s*#?\\d{1,2}(?=[*_`\\s]*[:：.]))?[*_`\\s]*(?:[\\]】)」》][*_`\\s]*)?(?:(?:\\([^()]{0,40}\\)|（[^（）]{0,40}）|\\[\\d+\\])[*_`\\s]*(?=[:：]))?";
const parting = "([:：=＝|]+>?|(?:->|→|=>|—|–|-+)(?=\\s|$)|[\\[({](?=\\S)|$)";
const verbLine = new RegExp(
  `^${decoration}${bullet}[[【(「《]?(?:(${answerWords})|(${retrieveWords}))${behind}${parting}`,
  "iu",
);
const actionLine =
  /^[\s>#*_`]*action[\s*_`]*[:：][\s*_`"]*(?:(answer|finish|final[ _]?answer|respond)|(retrieve|retrieval|search|query|lookup))\b["*_`\s]*/i;
const inputLine =
  /^[\s>*_`]*(?:action[ _]input|arguments?|parameters?|input)[\s*_`]*[:：][\s*_`]*/i;
const bracketed = new RegExp(
  `^${decoration}${bullet}[[【「](?:(${answerWords})|(${retrieveWords}))[\\]】」]`,
  "iu",
);
const sectionLine = new RegExp(
  `^(?:>\\s*)*(#{0,6})\\s*([*_]{0,3}[[【]?)(?:(${sectionWords})|(${sourceWords}))\\s*(?:\\d{1,3})?[\\]】]?[*_]{0,3}\\s*([:：][*_]{0,3}|$)`,
  "iu",
);
const tagLine =
  /^[\s>*_`]*<(?:(answer|final_answer|finalanswer|response)|(retrieve|retrieval|query|queries|search|search_query))(\s[^<>]{0,500})?>/i;
/** As much of a line as is matched: a mark stands in front. */
const HEAD = 160;

/** What a line begins with; undefined for plain text. Constant time. */
export function lineMark(line: string): LineMark | undefined {
  const text = line.trim();
  if (text === "") return undefined;
  const head = text.slice(0, HEAD);
  const mark = tagMark(head, text) ?? verbMark(head, text) ?? sectionMark(head, text);
  // Emphasis that the label closes.
  return mark && { ...mark, rest: mark.rest.replace(/^[*_`]{1,3}(?=\s|$)/, "") };
}

/** The text of a line behind labels such as "Action Input:". */
export function withoutInputLabel(line: string): string {
  const label = inputLine.exec(line.slice(0, HEAD));
  return label === null ? line : line.slice(label[0].length);
}

function tagMark(head: string, text: string): LineMark | undefined {
  const tag = tagLine.exec(head);
  if (tag === null) {
    if (!/^<\/?(?:passage|abstract)\b/i.test(head)) return undefined;
    return { kind: "section", rest: "", listed: false };
  }
  const attribute = /(?:query|queries|text|q)\s*=\s*["“']([^"”']*)["”']/i.exec(tag[3] ?? "");
  const rest = attribute?.[1] ?? text.slice(tag[0].length);
  const kind = tag[1] === undefined ? "retrieve" : "answer";
  const name = (tag[1] ?? tag[2]) as string;
  return { kind, rest, listed: false, ...(attribute === null ? { tag: name } : {}) };
}

function verbMark(head: string, text: string): LineMark | undefined {
  const action = actionLine.exec(head);
  if (action !== null) {
    return {
      kind: action[1] === undefined ? "retrieve" : "answer",
      rest: text.slice(action[0].length),
      listed: false,
    };
  }
  const found = verbLine.exec(head);
  if (found !== null) {
    const [all, listing, answer, , parted] = found as unknown as (string | undefined)[];
    // A bracket behind the word belongs to what it calls: Search[...], retrieve(...).
    const rest = text.slice((all as string).length - (/[[({]/.test(parted ?? "") ? 1 : 0));
    return {
      kind: answer === undefined ? "retrieve" : "answer",
      rest,
      listed: listing !== undefined,
    };
  }
  const box = bracketed.exec(head);
  if (box === null) return undefined;
  const rest = text.slice(box[0].length);
  return { kind: box[2] === undefined ? "retrieve" : "answer", rest, listed: box[1] !== undefined };
}

function sectionMark(head: string, text: string): LineMark | undefined {
  const found = sectionLine.exec(head);
  if (found === null) return undefined;
  const [all, heading, emphasis, , sources, parted] = found as unknown as (string | undefined)[];
  // A word alone in its line is a heading only when it is set as one.
  if (parted === "" && heading === "" && emphasis === "") return undefined;
  const kind = sources === undefined ? "section" : "sources";
  return { kind, rest: text.slice((all as string).length), listed: false };
}
