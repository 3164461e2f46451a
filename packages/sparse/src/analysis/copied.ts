/** V8 cuts strings of 13 units and more out of their text without copying, so they keep all of it in memory. */
const longestCopied = 12;

/** The same string, in memory of its own: joining a blank in front makes V8 copy it. */
export function copied(text: string): string {
  return text.length > longestCopied ? ` ${text}`.slice(1) : text;
}
