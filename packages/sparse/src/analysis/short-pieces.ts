const longest = 1 << 16;
// Halves of surrogate pairs count as parts of words, so that no pair is cut.
const betweenWords = /[^\p{L}\p{N}\p{M}\p{Surrogate}_]/u;

/**
 * A text in pieces of at most 65,536 UTF-16 units, cut between words: the engine of regular expressions
 * gives up on runs of millions of letters. Only a run that is longer than a piece is cut itself.
 */
export function shortPieces(text: string): readonly string[] {
  if (text.length <= longest) return [text];
  const pieces: string[] = [];
  let start = 0;
  while (text.length - start > longest) {
    const end = cutBefore(text, start, start + longest);
    pieces.push(text.slice(start, end));
    start = end;
  }
  pieces.push(text.slice(start));
  return pieces;
}

/** The end of the last gap between words in a stretch, or else the stretch's end. */
function cutBefore(text: string, start: number, end: number): number {
  for (let cut = end; cut > start; cut--) {
    if (betweenWords.test(text.charAt(cut - 1))) return cut;
  }
  return end;
}
