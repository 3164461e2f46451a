/** What each known family wants in front of a query; its passages take nothing. From the models' cards. */
const prefixes: readonly (readonly [RegExp, string])[] = [
  [
    /^bge-(small|base|large)-en(-v1\.5)?$/,
    "Represent this sentence for searching relevant passages: ",
  ],
  [/^bge-(small|base|large)-zh(-v1\.5)?$/, "为这个句子生成表示以用于检索相关文章："],
];

/** The query prefix of a model, by its folder's name; empty when the name is not known. */
export function queryPrefixOf(folderName: string): string {
  return prefixes.find(([name]) => name.test(folderName.toLowerCase()))?.[1] ?? "";
}
