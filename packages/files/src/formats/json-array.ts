import type { LeftOut } from "../read/unreadable.js";

/** An item of an array, as it is written. */
export interface FoundItem {
  readonly text: string;
  /** In UTF-16 units from the start of the text. */
  readonly start: number;
  /** From 1. */
  readonly line: number;
}

/** Where in an array a scan is. */
type State = "before" | "between" | "item" | "after" | "failed";

/** Cuts the text of a JSON array, which comes in parts, into its items. */
export interface ArraySplitter {
  push(part: string): readonly FoundItem[];
  /** What is wrong around the items, from where the text stops being an array; undefined for nothing. */
  problem(): Pick<LeftOut, "kind" | "line" | "reason"> | undefined;
}

/**
 * Items are cut at commas outside of strings and brackets; whether each is JSON is for the caller to see.
 * O(length).
 *
 * @param longest how many UTF-16 units of an item are held; a longer one ends the scan.
 */
export function arraySplitter(longest: number): ArraySplitter {
  let state: State = "before";
  let problem: string | undefined;
  let isObject = false;
  let [offset, line] = [0, 1];
  /** The item so far, from the parts before. */
  let held = "";
  let item = { start: 0, line: 1 };
  let [depth, inString, escaped] = [0, false, false];
  const fail = (reason: string): void => {
    state = "failed";
    problem = reason;
  };
  const inItem = (character: string): boolean => {
    if (inString) {
      if (escaped) escaped = false;
      else if (character === "\\") escaped = true;
      else if (character === '"') inString = false;
      return true;
    }
    if (character === '"') inString = true;
    else if (character === "{" || character === "[") depth++;
    else if ((character === "}" || character === "]") && depth > 0) depth--;
    else if (depth === 0 && (character === "," || character === "]")) return false;
    return true;
  };
  const step = (character: string, at: number): void => {
    if (/\s/.test(character)) return;
    if (state === "before") {
      if (character === "[") state = "between";
      else {
        isObject = character === "{";
        fail(notAnArray(character));
      }
    } else if (state === "after") fail("goes on after its end.");
    else if (character === "]") state = "after";
    else if (character !== ",") {
      state = "item";
      item = { start: offset + at, line };
      inItem(character);
    }
  };
  return {
    push(part) {
      const items: FoundItem[] = [];
      let from = 0;
      for (let at = 0; at < part.length && state !== "failed"; at++) {
        const character = part.charAt(at);
        if (state === "item") {
          if (!inItem(character)) {
            items.push({ ...item, text: (held + part.slice(from, at)).trimEnd() });
            held = "";
            state = character === "]" ? "after" : "between";
          }
        } else {
          step(character, at);
          from = at;
        }
        if (character === "\n") line++;
      }
      if (state === "item") held += part.slice(from);
      if (held.length > longest) fail(`has a record longer than ${longest} characters.`);
      offset += part.length;
      return items;
    },
    problem() {
      if (state === "after") return undefined;
      const kind = isObject ? "format" : "malformed";
      return { kind, line, reason: problem ?? "ends before its array does." };
    },
  };
}

function notAnArray(first: string): string {
  const what = first === "{" ? "is a JSON object" : "is not JSON";
  return `${what}, not an array of records. Read are arrays of objects with a "text", and such objects one a line in a .jsonl file.`;
}
