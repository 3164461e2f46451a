import { expect, it } from "vitest";
import { foldWord } from "./fold-word.js";

it.each([
  ["Réponse", "reponse"],
  ["Re\u0301ponse", "reponse"],
  ["YANIT", "yanit"],
  ["Yanıt", "yanit"],
  ["Ａｎｓｗｅｒ", "answer"],
  ["Odpowiedź", "odpowiedz"],
  ["الإجابة", "الاجابة"],
  ["جست\u200cوجو", "جستوجو"],
])("makes %s the same as every other spelling of it", (word, folded) => {
  expect(foldWord(word)).toBe(folded);
});

it("folds the words of a list as it folds those that are looked up", () => {
  for (const word of ["उत्तर", "답변", "คำตอบ", "Відповідь"])
    expect(foldWord(word.normalize("NFD"))).toBe(foldWord(word.normalize("NFC")));
});
