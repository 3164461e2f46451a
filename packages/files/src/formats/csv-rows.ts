/** Cuts the text of a table, which comes in parts, into its rows. */
export interface RowSplitter {
  /** The ends of the rows that are known now, in UTF-16 units from the start of the text. */
  push(part: string): readonly number[];
  end(): readonly number[];
  /** Whether a quote was opened and never closed: from that row on quotes are characters. */
  unclosed(): boolean;
}

/** A row that is longer, in UTF-16 units, has an unclosed quote or is cut. */
const longestRow = 1_048_576;

/**
 * A row ends at a line break outside of quotes (RFC 4180). A quote opens at the beginning of a field alone
 * and closes before a delimiter or a line break; two quotes in it are one character. O(length).
 */
export function rowSplitter(delimiter: string): RowSplitter {
  let text = "";
  let offset = 0;
  let at = 0;
  let [quoted, fieldStart, quotes, unclosed] = [false, true, true, false];

  const take = (last: boolean): number[] => {
    const ends: number[] = [];
    const release = (end: number): void => {
      ends.push(offset + end);
      text = text.slice(end);
      offset += end;
      at = 0;
      [quoted, fieldStart] = [false, true];
    };
    // The last character waits: what follows says whether a quote closes, and whether "\r" ends a line alone.
    while (at < text.length - (last ? 0 : 1)) {
      const character = text.charAt(at);
      at++;
      if (quoted) {
        if (character !== '"') continue;
        if (text.charAt(at) === '"') at++;
        else quoted = false;
      } else if (character === "\n") release(at);
      else if (character === "\r") release(text.charAt(at) === "\n" ? at + 1 : at);
      else if (character === '"' && fieldStart && quotes) quoted = true;
      fieldStart = at > 0 ? character === delimiter && !quoted : true;
      if (at > longestRow) {
        if (quoted) {
          // Nobody writes a field of a megabyte: this quote was no quote.
          [quotes, unclosed, quoted, fieldStart, at] = [false, true, false, true, 0];
        } else release(at);
      }
    }
    if (last && quoted && quotes) {
      [quotes, unclosed, quoted, fieldStart, at] = [false, true, false, true, 0];
      return [...ends, ...take(true)];
    }
    if (last && text.length > 0) release(text.length);
    return ends;
  };
  return {
    push(part) {
      text += part;
      return take(false);
    },
    end: () => take(true),
    unclosed: () => unclosed,
  };
}

/** The fields of a row, without their quotes. */
export function fieldsOf(row: string, delimiter: string): readonly string[] {
  const fields: string[] = [];
  let field = "";
  let quoted = false;
  for (let at = 0; at < row.length; at++) {
    const character = row.charAt(at);
    if (quoted && character === '"' && row.charAt(at + 1) === '"') {
      field += '"';
      at++;
    } else if (quoted) {
      if (character === '"') quoted = false;
      else field += character;
    } else if (character === '"' && field === "") quoted = true;
    else if (character === delimiter) {
      fields.push(field);
      field = "";
    } else if (character !== "\r" && character !== "\n") field += character;
  }
  return [...fields, field];
}
