import { foldWord } from "./fold-word.js";

/** What models call a passage in a citation, by language. A word of several scripts' languages stands once. */
const WORDS = `
  passage passages source sources src doc docs document documents ref refs reference references citation citations
  cite cited abstract abstracts evidence chunk chunks snippet snippets context contexts excerpt excerpts webpage
  passagen quelle quellen dokument dokumente abschnitt textstelle fundstelle beleg
  extrait extraits référence références réf
  pasaje pasajes fuente fuentes documento documentos fragmento fragmentos referencia referencias cita
  passaggio passaggi brano brani fonte fonti documenti riferimento estratto
  passagem passagens trecho trechos fontes referência citação
  passatge font pasaj sursă sursa bron bronnen documenten fragment fragmenten
  källa källor avsnitt stycke kilde kilder afsnit passasje lähde katkelma asiakirja
  źródło źródła ustęp zdroj úryvek pasáž forrás szakasz dokumentum kaynak bölüm belge parça
  πηγή απόσπασμα έγγραφο
  источник источники отрывок фрагмент документ пассаж ссылка джерело уривок източник извор
  مصدر المصدر مقطع المقطع فقرة الفقرة وثيقة الوثيقة مرجع المرجع منبع سند
  מקור קטע מסמך
  स्रोत अनुच्छेद गद्यांश दस्तावेज़ अंश संदर्भ উৎস
  nguồn đoạn văn tài liệu sumber bagian dokumen kutipan
  段落 段 来源 來源 文档 文檔 文件 资料 資料 引用 参考 參考 文献 文獻 片段 出处 出處 原文 出典 文書 参照 情報源
  パッセージ ソース
  출처 문단 구절 문서 자료 참고 단락 지문`;
/** What may stand beside such a word, and says nothing. */
const FILLERS = `number num no nr id index see cf from per in vgl siehe voir ver vedi zie см 参见 參見 见 編號 编号 番号 第`;

const passageWords = wordSet(WORDS);
const fillers = wordSet(FILLERS);

/** Whether some words, such as those before a number, say that passages are meant: "see passages". */
export function namesPassages(text: string): boolean {
  const words = foldWord(text).match(/[\p{L}\p{M}]+/gu) ?? [];
  return (
    words.some((word) => passageWords.has(word)) &&
    words.every((word) => passageWords.has(word) || fillers.has(word))
  );
}

function wordSet(words: string): ReadonlySet<string> {
  return new Set(foldWord(words).split(/\s+/));
}
