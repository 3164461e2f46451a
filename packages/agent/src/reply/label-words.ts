/** What a part of a reply is called. */
export type LabelKind = "answer" | "retrieve" | "question" | "section" | "sources";

/** Labels in English and Chinese, the languages of the prompts, each between commas. */
export const OWN_LABELS: Readonly<Record<LabelKind, string>> = {
  answer: `answer, answers, response, finish, finalanswer, 回答, 答案, 答复, 答覆, 答`,
  retrieve: `retrieve, retrieval, query, queries, search, look up, lookup, 检索, 查询, 搜索, 檢索, 查詢, 搜尋, 检索词, 查询词, 搜索词,
    檢索詞, 检索语句, 查询语句, 检索问题, 查询问题`,
  question: `question, questions, q, 问, 问题, 問題, 提问`,
  section: `explanation, explanations, reason, reasons, reasoning, rationale, justification, note, notes, thought, thoughts,
    think, thinking, context, contexts, confidence, observation, example, human, user, assistant, system, instruction,
    instructions, task, 解释, 解釋, 说明, 說明, 理由, 原因, 思考, 分析, 推理, 备注, 備註, 注, 观察, 示例, 例子, 用户, 系统, 上下文, 置信度, 信心`,
  sources: `source, sources, citation, citations, reference, references, evidence, passage, passages, cited passages, 来源, 來源,
    引用, 参考, 參考, 出处, 依据, 依據, 证据, 段落`,
};

/** Labels in other languages: models translate them when they answer in the question's language. */
export const OTHER_LABELS: Readonly<Record<LabelKind, string>> = {
  answer: `antwort, réponse, respuesta, contestación, risposta, resposta, răspuns, antwoord, svar, vastaus, odpowiedź, odpověď,
    odpoveď, odgovor, одговор, válasz, cevap, yanıt, απάντηση, ответ, відповідь, адказ, отговор, الإجابة, إجابة, الجواب, جواب,
    پاسخ, תשובה, התשובה, उत्तर, जवाब, उत्तर है, উত্তর, பதில், விடை, సమాధానం, જવાબ, ਜਵਾਬ, ഉത്തരം, ಉತ್ತರ, คำตอบ, คำตอบสุดท้าย, ตอบ,
    trả lời, câu trả lời, đáp án, jawaban, jawapan, sagot, jibu, vastus, atbilde, atsakymas, përgjigje, პასუხი, պատասխան,
    erantzuna, ateb, freagra, respondo, responsum, 回答内容, 答え, 解答, 最終回答, 最終的な回答, 最終的な答え, 回答文, 답변, 답, 정답,
    최종 답변, 최종답변, 최종 답`,
  retrieve: `suche, suchen, suchanfrage, abfrage, abrufen, nachschlagen, recherche, recherches, recherchieren, rechercher, chercher,
    récupérer, requête, requêtes, interroger, buscar, búsqueda, búsquedas, consulta, consultas, consultar, recuperar,
    recuperación, cerca, cercare, ricerca, ricerche, recupera, recuperare, interrogazione, busca, buscas, pesquisa, pesquisas,
    pesquisar, caută, căutare, interogare, zoek, zoeken, zoekopdracht, zoekopdrachten, zoekvraag, opzoeken, ophalen, sök, sökning,
    hämta, søg, søgning, søk, hent, haku, hae, etsi, szukaj, wyszukaj, wyszukiwanie, zapytanie, zapytania, pobierz, hledat,
    vyhledat, hledej, dotaz, hľadať, vyhľadať, dopyt, iskanje, poišči, pretraga, pretraži, traži, upit, упит, keresés, keress,
    lekérdezés, ara, arama, arama sorgusu, sorgu, sorgula, getir, αναζήτηση, ανάκτηση, ερώτημα, поиск, поисковый запрос, запрос,
    запросы, искать, найти, извлечь, извлечение, пошук, запит, шукати, търсене, заявка, ابحث, بحث, البحث, استرجاع, الاسترجاع,
    استعلام, جستجو, جست‌وجو, بازیابی, پرس‌وجو, تلاش, חיפוש, חפש, אחזר, אחזור, שאילתה, खोज, खोजें, खोज प्रश्न, पुनर्प्राप्त करें,
    पुनर्प्राप्ति, অনুসন্ধান, খুঁজুন, தேடல், தேடு, శోధన, શોધ, ਖੋਜ, ค้นหา, สืบค้น, คำค้น, tìm kiếm, tra cứu, truy vấn, truy xuất, cari,
    pencarian, kueri, ambil, hanapin, tafuta, otsing, meklēt, paieška, ieškoti, 検索, 再検索, 検索語, 検索クエリ, クエリ, 取得, 검색, 재검색,
    검색어, 조회, 질의, 쿼리`,
  question: `frage, fragen, pregunta, preguntas, domanda, domande, pergunta, perguntas, întrebare, vraag, vragen, fråga, spørgsmål,
    spørsmål, kysymys, pytanie, pytania, otázka, vprašanje, pitanje, питање, kérdés, soru, ερώτηση, вопрос, питання, въпрос, السؤال,
    سؤال, پرسش, שאלה, प्रश्न, सवाल, প্রশ্ন, கேள்வி, คำถาม, câu hỏi, pertanyaan, soalan, tanong, swali, 質問, 질문, 문제`,
  section: `erklärung, erläuterung, begründung, überlegung, gedanke, gedanken, anmerkung, hinweis, explication, justification,
    raisonnement, réflexion, pensée, remarque, explicación, razonamiento, justificación, pensamiento, nota, razón, spiegazione,
    ragionamento, motivazione, pensiero, explicação, raciocínio, justificativa, pensamento, explicație, uitleg, redenering,
    toelichting, gedachte, opmerking, förklaring, resonemang, forklaring, begrundelse, begrunnelse, selitys, perustelu, wyjaśnienie,
    uzasadnienie, rozumowanie, uwaga, vysvětlení, vysvetlenie, zdůvodnění, objašnjenje, magyarázat, indoklás, açıklama, gerekçe,
    düşünce, εξήγηση, объяснение, пояснение, обоснование, рассуждение, рассуждения, мысль, примечание, пояснення, обґрунтування,
    обяснение, الشرح, شرح, التفسير, تفسير, السبب, ملاحظة, توضیح, הסבר, נימוק, הערה, स्पष्टीकरण, व्याख्या, कारण, विचार, ব্যাখ্যা,
    விளக்கம், คำอธิบาย, เหตุผล, หมายเหตุ, giải thích, lý do, ghi chú, suy nghĩ, penjelasan, alasan, catatan, 説明, 根拠の説明, 考え,
    補足, 注記, 설명, 이유, 근거 설명, 생각, 참고 사항`,
  sources: `quelle, quellen, belege, fundstellen, fuente, fuentes, referencia, referencias, citas, pasajes, fonte, fonti, fontes,
    riferimenti, passaggi, referência, referências, trechos, surse, bron, bronnen, källa, källor, kilde, kilder, lähde, lähteet,
    źródło, źródła, zdroj, zdroje, izvori, извори, források, kaynak, kaynaklar, πηγές, источник, источники, джерела, източници,
    المصدر, المصادر, مصادر, منابع, מקור, מקורות, स्रोत, উৎস, ஆதாரம், แหล่งที่มา, อ้างอิง, nguồn, nguồn tham khảo, sumber, 出典, 根拠,
    参照, 情報源, 출처, 근거, 참고`,
};

/** Words beside a label that do not change its kind: "final answer", "respuesta final", "new query". */
export const MODIFIERS: Readonly<Partial<Record<LabelKind, string>>> = {
  answer: `the, my, your, final, short, brief, direct, correct, full, complete, concise, is, die, meine, deine, endgültige, finale,
    abschließende, kurze, richtige, lautet, ist, est, es, è, is, jest, brzmi, la, le, ma, votre, courte, définitive, brève, el, mi, corta, breve, definitiva, corto, il,
    mia, definitivo, a, o, minha, curta, het, mijn, definitief, definitieve, kort, korte, slutgiltigt, endeligt, endelig, lopullinen,
    ostateczna, końcowa, krótka, konečná, finální, konačni, végső, rövid, nihai, son, kısa, doğru, τελική, η, окончательный,
    итоговый, краткий, правильный, мой, остаточна, окончателен, النهائية, النهائي, نهایی, סופית, הסופית, अंतिम, চূড়ান্ত, இறுதி,
    cuối, cùng, akhir, singkat`,
  retrieve: `new, next, follow, up, rewritten, search, retrieval, web, for, again, more, neue, nächste, erneute, nouvelle, prochaine,
    nueva, siguiente, nuova, nova, próxima, nieuwe, ny, nowe, yeni, новый, следующий, новий, جديد, नई, baru, mới`,
  question: `the, last, follow, up, rewritten, standalone, stand, alone, rephrased, reformulated, revised, original, new, final, search,
    self, contained, independent, as, a, umformulierte, umgeschriebene, eigenständige, neue, reformulée, autonome, reformulada,
    reescrita, independiente, independente, riformulata, autonoma, herschreven, przepisane, переформулированный, самостоятельный`,
  section: `brief, short, my, step`,
  sources: `the, my, cited, used, list, of`,
};

/** The same before or after a Chinese label, without a space. */
export const CHINESE_MODIFIERS: RegExp =
  /^(?:最终|最終|最後|最后|简短|簡短|正确|我的|再次|继续|重新|新的|改写后的|改寫後的|最后一个|最後一個|独立的)+|(?:是|为|為)$/u;
