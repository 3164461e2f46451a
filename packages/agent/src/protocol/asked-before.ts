/** Whether a query is one of those, but for case, marks and spaces. */
export function askedBefore(queries: readonly string[]): (query: string) => boolean {
  const known = new Set(queries.map(plain));
  return (query) => known.has(plain(query));
}

function plain(query: string): string {
  const words = query
    .normalize("NFKC")
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu);
  return words === null ? query.trim() : words.join(" ");
}
