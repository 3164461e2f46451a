/** A line with its line break, or a part of a line that is longer than the splitter holds. */
export interface Line {
  readonly text: string;
  /** False for every part of a line that is too long. */
  readonly whole: boolean;
}

/** Cuts a text that comes in parts into lines. How it is parted makes no difference to whole lines. */
export interface LineSplitter {
  push(part: string): readonly Line[];
  /** The last line, if it has no line break. */
  end(): readonly Line[];
}

/**
 * Lines end with "\n", "\r\n" or "\r". O(length).
 *
 * @param longest how many UTF-16 units of a line are held; longer ones come in parts.
 */
export function lineSplitter(longest: number): LineSplitter {
  let held: string[] = [];
  let heldLength = 0;
  let inLongLine = false;

  /** Adds to the line that is being held; gives it up in parts when it is too long. */
  const hold = (text: string, lines: Line[]): void => {
    held.push(text);
    heldLength += text.length;
    if (heldLength <= longest) return;
    inLongLine = true;
    release(lines);
  };
  const release = (lines: Line[]): void => {
    if (heldLength > 0) lines.push({ text: held.join(""), whole: !inLongLine });
    held = [];
    heldLength = 0;
  };
  /** Whether the part before ended with "\r", which may be half of a line break. */
  let carriage = false;

  return {
    push(part) {
      const lines: Line[] = [];
      if (part === "") return lines;
      const text = carriage ? `\r${part}` : part;
      carriage = text.endsWith("\r");
      const breaks = /\r\n|[\r\n]/g;
      const most = carriage ? text.length - 1 : text.length;
      let from = 0;
      for (let found = breaks.exec(text); found !== null; found = breaks.exec(text)) {
        if (found.index >= most) break;
        hold(text.slice(from, breaks.lastIndex), lines);
        release(lines);
        inLongLine = false;
        from = breaks.lastIndex;
      }
      if (from < most) hold(text.slice(from, most), lines);
      return lines;
    },
    end() {
      const lines: Line[] = [];
      if (carriage) hold("\r", lines);
      release(lines);
      carriage = false;
      inLongLine = false;
      return lines;
    },
  };
}
