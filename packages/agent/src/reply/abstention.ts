import { removeMarks } from "@psi/core/model-text";
import { NOT_MENTIONED, NOT_MENTIONED_ZH } from "../not-mentioned.js";

const subject =
  "(?:the |any |these |those )?(?:given |provided |above |retrieved |available |supplied )*(?:passages?|texts?|contexts?|documents?|sources?|information|evidence)";
const known =
  "(?:mentioned|stated|specified|provided|given|found|available|said|told|known|answered|determined|present|included|disclosed)";
const english = new RegExp(
  [
    `^(?:(?:this|it|that|the answer|the information|the requested information) (?:is|was) )?not (?:(?:explicitly|directly|clearly|specifically) )?${known}(?: (?:in|by|from) ${subject})?$`,
    "^(?:n/a|unknown|unanswerable|no answer|no information|no relevant information|no mention|none mentioned|not enough information|insufficient (?:information|context|evidence))$",
    `^(?:not enough|insufficient|no|no relevant) (?:information|mention|evidence)(?: of (?:it|this|that))? (?:in|from) ${subject}$`,
    `^(?:it |this |the answer |the question )?(?:cannot|can not|can't|could not) be (?:determined|answered|found)(?: (?:in|from|by|with|based on) ${subject})?$`,
    "^(?:sorry,? |i am sorry,? |i'm sorry,? )?i (?:do not|don't|cannot|can't) (?:know|say|tell|answer|find)\\b[^.]{0,120}$",
    `^(?:none of ${subject}|no passages?|${subject}) (?:do(?:es)? not|don't|doesn't|did not|didn't)? ?(?:explicitly |directly |specifically |actually )?(?:mention|say|state|contain|provide|specify|tell|give|include|answer)s?\\b[^.]{0,160}$`,
  ].join("|"),
  "i",
);
/** A negation is needed where a passage "mentions" something. */
const negated = /\b(?:no|none|not|cannot|unknown|unanswerable|insufficient)\b|n't|n\/a/i;
const chinese =
  /^(?:抱歉[，,]?)?(?:(?:所给|给定|给出|提供|上述|以上|这些|该|本)?的?(?:文中|文本|文章|段落|资料|上下文|文档|材料|原文|文段|信息)(?:里|中|内)?)?(?:都|均|并)?(?:未|没有|没|无)(?:明确|直接|具体)?(?:提及|提到|说明|给出|提供|找到|包含|涉及|相关信息|足够信息|答案)[^。]{0,60}$|^(?:无法|不能)(?:从.{0,12}中?)?(?:确定|回答|得知|判断|找到答案)[^。]{0,40}$|^(?:未知|不知道|不详|没有相关信息|信息不足)$/u;

/**
 * "Not mentioned" or "未提及" when a text says that, and nothing else, in any of the ways that models have;
 * else undefined. Looks at short texts only: what is longer says more.
 */
export function abstention(text: string): string | undefined {
  if (text.length > 300) return undefined;
  const plain = removeMarks(text)
    .replace(/[’‘]/g, "'")
    .replace(/^[\s"'“”*_`(（「]+|[\s"'“”*_`)）」.。!！,，]+$/gu, "")
    .replace(/\s+/g, " ");
  if (english.test(plain) && negated.test(plain)) return NOT_MENTIONED;
  return chinese.test(plain) ? NOT_MENTIONED_ZH : undefined;
}
