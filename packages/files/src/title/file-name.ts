/** Files that are named by their folder. */
const folderFiles: ReadonlySet<string> = new Set(["index", "_index", "readme"]);

/**
 * What a file's name says, as words: "guide/backup-restore.md" is "backup restore". A file such as
 * `index.md` or `README.md` is named by its folder, where the source has one.
 *
 * @param source the file's path, with forward slashes.
 */
export function fileNameWords(source: string): string {
  const names = source.split("/");
  const name = names.at(-1) as string;
  const stem = name.replace(/(.)\.[^.]*$/, "$1");
  const folder = names.at(-2);
  return wordsOf(folderFiles.has(stem.toLowerCase()) && folder !== undefined ? folder : stem);
}

/** Words without their hyphens; the hyphens and dots of dates and versions stay. */
function wordsOf(name: string): string {
  const words = name
    .replace(/^\d{4}-\d\d-\d\d-(?=\D)/, "")
    .replace(/^\d{1,3}[-_. ]+(?=\p{L})/u, "")
    .replace(/_+/g, " ")
    .replace(/(?<!\d)[-.]+|[-.]+(?!\d)/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  return words === "" ? name : words;
}
