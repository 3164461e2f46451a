import { foldWord } from "@psi/core/model-text";

/** How models begin when they do not do what they were asked, in the languages in which they say so. */
const REFUSALS = [
  "i ?'?a?m (?:very |so |really )?sorry",
  "(?:sorry|apologies|unfortunately|regrettably|as an ai)\\b",
  "i (?:can ?not|can't|could not|couldn't|am (?:not able|unable)|won't|will not|do not have|don't have)\\b",
  "es tut mir leid|leider|entschuldigung|ich kann (?:[^ ]{1,20} ){0,3}nicht",
  "lo siento|no puedo|lamentablemente",
  "(?:je suis )?desole|je ne (?:peux|suis) pas|malheureusement",
  "mi dispiace|non posso|purtroppo|desculpe|nao posso|infelizmente|het spijt me|helaas|przykro mi|niestety|uzgunum|maalesef",
  "извините|к сожалению|я не могу|прошу прощения|на жаль",
  "抱歉|很抱歉|对不起|對不起|我无法|我無法|我不能|作为(?:一个|一個)?ai",
  "申し訳|すみません|残念ながら|お答えできません",
  "죄송|유감",
  "عذرا|اسف|للاسف|متاسف",
  "क्षमा|माफ",
].map((pattern) => foldWord(pattern));
const refusal = new RegExp(`^["'“”*_\\s]*(?:${REFUSALS.join("|")})`, "u");

/** Whether a text refuses what was asked; a question never does. Looks at its beginning only. */
export function isRefusal(text: string): boolean {
  const head = text.slice(0, 200).split("\n")[0] ?? "";
  return !/[?？؟]["'”*_\s]*$/.test(head) && refusal.test(foldWord(head.replace(/[’‘]/g, "'")));
}
