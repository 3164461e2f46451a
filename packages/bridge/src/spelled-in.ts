import { titleOf } from "@psi/core";
import { cutWords, foldName, foldWord } from "./cut-words.js";

/** A passage as it was read. */
interface Read {
  readonly text: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** The most words that a name may have between two of its words: "Robert Quarrie" in "Robert J. M. Quarrie". */
const MOST_BETWEEN = 2;

/**
 * A name as some texts spell it. An index keeps one spelling of a name, which may be that of a passage that the
 * reader of these texts must not see.
 *
 * @param name as the index has it.
 * @returns the name itself where one of the texts has it so, as most have; else the words of the first text
 * that has it in another spelling; undefined where none has it. O(length).
 */
export function spelledIn(name: string, texts: readonly string[]): string | undefined {
  if (texts.some((text) => text.includes(name))) return name;
  const wanted = foldName(name).split(" ");
  for (const text of texts) {
    const found = wordsIn(text, wanted);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The texts of passages in which a name may be: titles first. */
export function textsOf(...passages: readonly Read[]): readonly string[] {
  return passages.flatMap(({ text, metadata }) => {
    const title = titleOf({ metadata });
    return title === undefined ? [text] : [title, text];
  });
}

function wordsIn(text: string, wanted: readonly string[]): string | undefined {
  const { starts, ends } = cutWords(text);
  const wordAt = (at: number): string => text.slice(starts[at], ends[at]);
  for (let first = 0; first < starts.length; first++) {
    if (foldWord(wordAt(first)) !== wanted[0]) continue;
    const last = lastWordOf(wanted, first, starts.length, wordAt);
    if (last !== undefined) return text.slice(starts[first], ends[last]);
  }
  return undefined;
}

/** The place of a name's last word, where it begins at `first`; capitalised words may be between. */
function lastWordOf(
  wanted: readonly string[],
  first: number,
  count: number,
  wordAt: (at: number) => string,
): number | undefined {
  let at = first;
  for (const word of wanted.slice(1)) {
    let skipped = 0;
    for (at++; at < count && foldWord(wordAt(at)) !== word; at++) {
      if (++skipped > MOST_BETWEEN || !/^\p{Lu}/u.test(wordAt(at))) return undefined;
    }
    if (at >= count) return undefined;
  }
  return at;
}
