/**
 * A value as JSON that is safe to look at in a terminal: the control characters that JSON allows inside
 * strings (C1, DEL, bidirectional marks) are written as escapes, so the value stays the same.
 */
export function jsonText(value: unknown, indent: number = 0): string {
  return JSON.stringify(value, null, indent).replace(
    /[\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
