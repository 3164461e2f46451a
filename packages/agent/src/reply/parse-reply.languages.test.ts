import { checkRows, type Row } from "../testing/reply-rows.js";

const chinese: readonly Row[] = [
  ["an answer", "回答：巴黎", "A 巴黎"],
  ["another word", "答案：巴黎", "A 巴黎"],
  ["a plain colon", "最终答案: 巴黎", "A 巴黎"],
  ["bold", "**答案：** 巴黎", "A 巴黎"],
  ["in brackets", "【回答】巴黎", "A 巴黎"],
  ["in the next line", "答案：\n巴黎", "A 巴黎"],
  ["as a sentence", "因此，答案是巴黎。", "A 巴黎。"],
  ["one sign", "答：巴黎", "A 巴黎"],
  ["a book's title", "回答：《河上的桥》", "A 《河上的桥》"],
  ["a query", "检索：石桥的建造者", "R 石桥的建造者"],
  ["to ask", "查询：石桥的建造者", "R 石桥的建造者"],
  ["to search", "搜索：“石桥的建造者”", "R 石桥的建造者"],
  ["quotes of a title", "检索：《河上的桥》", "R 河上的桥"],
  ["a title inside", "检索：《河上的桥》的作者", "R 《河上的桥》的作者"],
  ["several in titles", "搜索：《河上的桥》、《山中的路》", "R 河上的桥 | 山中的路"],
  ["several", "检索：\n1、石桥的建造者\n2、石桥的年代", "R 石桥的建造者 | 石桥的年代"],
  ["traditional signs", "檢索：石橋的建造者", "R 石橋的建造者"],
  ["a thought", "思考：第一段没有说。\n检索：石桥的年代；石桥的长度", "R 石桥的年代 | 石桥的长度"],
];

checkRows("reads Chinese with", chinese);

/** Labels of a language: of an answer, of a query, of an explanation, of sources. */
const labels: readonly (readonly [language: string, ...labels: readonly string[]])[] = [
  ["German", "Antwort:", "Suche:", "Begründung:", "Quellen:"],
  ["French", "Réponse :", "Recherche :", "Explication :", "Sources :"],
  ["Spanish", "Respuesta:", "Búsqueda:", "Explicación:", "Fuentes:"],
  ["Italian", "Risposta:", "Ricerca:", "Spiegazione:", "Fonti:"],
  ["Portuguese", "Resposta:", "Pesquisa:", "Explicação:", "Fontes:"],
  ["Dutch", "Antwoord:", "Zoekopdracht:", "Uitleg:", "Bronnen:"],
  ["Swedish", "Svar:", "Sökning:", "Förklaring:", "Källor:"],
  ["Finnish", "Vastaus:", "Haku:", "Selitys:", "Lähteet:"],
  ["Polish", "Odpowiedź:", "Zapytanie:", "Wyjaśnienie:", "Źródła:"],
  ["Czech", "Odpověď:", "Dotaz:", "Vysvětlení:", "Zdroje:"],
  ["Hungarian", "Válasz:", "Keresés:", "Magyarázat:", "Források:"],
  ["Turkish", "Cevap:", "Arama:", "Açıklama:", "Kaynaklar:"],
  ["Greek", "Απάντηση:", "Αναζήτηση:", "Εξήγηση:", "Πηγές:"],
  ["Russian", "Ответ:", "Запрос:", "Пояснение:", "Источники:"],
  ["Ukrainian", "Відповідь:", "Пошук:", "Пояснення:", "Джерела:"],
  ["Arabic", "الإجابة:", "بحث:", "الشرح:", "المصادر:"],
  ["Persian", "پاسخ:", "جستجو:", "توضیح:", "منابع:"],
  ["Hebrew", "תשובה:", "חיפוש:", "הסבר:", "מקורות:"],
  ["Hindi", "उत्तर:", "खोज:", "व्याख्या:", "स्रोत:"],
  ["Thai", "คำตอบ:", "ค้นหา:", "คำอธิบาย:", "อ้างอิง:"],
  ["Vietnamese", "Câu trả lời:", "Tìm kiếm:", "Giải thích:", "Nguồn:"],
  ["Indonesian", "Jawaban:", "Pencarian:", "Penjelasan:", "Sumber:"],
  ["Japanese", "回答：", "検索：", "説明：", "出典："],
  ["Korean", "답변:", "검색:", "설명:", "출처:"],
];

checkRows(
  "reads a label in",
  labels.flatMap(([language, answer = "", query = "", explanation = "", sources = ""]): Row[] => [
    [`${language}, of an answer`, `${answer} Harsett [1]`, "A Harsett [1]"],
    [`${language}, of an answer in bold`, `**${answer}** Harsett [1]`, "A Harsett [1]"],
    [`${language}, in decomposed letters`, `${answer.normalize("NFD")} Harsett`, "A Harsett"],
    [`${language}, of a query`, `${query} Hendry Pask`, "R Hendry Pask"],
    [`${language}, of what follows`, `${answer} Harsett\n${explanation} x`, "A Harsett"],
    [`${language}, of sources`, `${answer} Harsett\n\n${sources} [1], [3]`, "A Harsett [1][3]"],
  ]),
);

checkRows("reads in another language", [
  ["words beside the label", "Respuesta final: Harsett", "A Harsett"],
  ["words before the label", "Endgültige Antwort: Harsett", "A Harsett"],
  ["an article", "La réponse finale : Harsett", "A Harsett"],
  ["a verb after the label", "Die Antwort lautet: Harsett", "A Harsett"],
  ["a verb without a colon", "Die Antwort lautet Harsett", "A Harsett"],
  ["a label without spaces", "최종 답변: Harsett", "A Harsett"],
  ["an aside", "Antwort (kurz): Harsett", "A Harsett"],
  ["a heading", "### Risposta\n\nHarsett", "A Harsett"],
  ["a bold heading", "**Ответ**\nHarsett", "A Harsett"],
  ["a label in brackets", "[Respuesta] Harsett", "A Harsett"],
  ["a tag", "<antwort>Harsett</antwort>", "A Harsett"],
  ["a number in a list", "1. Gedanke: hm\n2. Antwort: Harsett", "A Harsett"],
  ["a thought before", "Pensamiento: no lo sé.\nRespuesta: Harsett", "A Harsett"],
  ["a label after a sentence", "Passage 2 nennt ihn. Antwort: Harsett", "A Harsett"],
  ["a field", '{"respuesta": "Harsett [1]"}', "A Harsett [1]"],
  ["a new query", "Nueva búsqueda: Hendry Pask", "R Hendry Pask"],
  ["several queries", "Запрос:\n- Hendry Pask\n- Harsett", "R Hendry Pask | Harsett"],
]);

checkRows("does not take for a label", [
  ["a sentence in German", "Die Suche dauerte lange.", "? no-verb"],
  ["a word alone in its line", "Cerca\nde Orrin", "? no-verb"],
  ["a word before a dash", "Cerca - a dos millas", "? no-verb"],
  ["a longer phrase", "Antwort auf alle Fragen: nein", "? no-verb"],
  ["a word inside an answer", "Answer:\nBusca\nHarsett", "A Busca\nHarsett"],
  ["a colon in an answer", "Answer: Cerca: a novel", "A Cerca: a novel"],
]);
