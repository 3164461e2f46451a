/** What encloses a text that a model reads: a passage, or an abstract of several. */
export type FenceTag = "passage" | "abstract";

const TAGS: readonly FenceTag[] = ["passage", "abstract"];
/** Letters of the tags' names that are enough to take something for one. */
const LETTERS = 4;
const NAMES = TAGS.map((tag) => tag.slice(0, LETTERS));
/** All brackets that may pass for an angle bracket. */
const BRACKETS = "<＜﹤";
/** A letter or digit, or what may look like one or like a bracket. */
const SIGN = /[\p{L}\p{N}\p{So}<＜﹤]/gu;
const TAG = new RegExp(`</?(?:${TAGS.join("|")})\\s{0,4}>`, "gi");

/**
 * A text between tags that it can neither close nor open itself: `<passage number="2">…</passage>`. O(length).
 *
 * @param number what the passage is cited by; left out where nothing is cited.
 */
export function fenceText(tag: FenceTag, text: string, number?: number): string {
  const attribute = number === undefined ? "" : ` number="${number}"`;
  return `<${tag}${attribute}>\n${escapeFences(text)}\n</${tag}>`;
}

/**
 * A text in which nothing reads as a fence's tag, neither an opening nor a closing one: the angle bracket in
 * front of such a name becomes ‹. Sees through capitals, wide and mathematical letters, accents, and whatever
 * else than letters and digits stands before or between them: spaces, slashes, characters of no width. Other
 * brackets stay, since passages have formulas and code. O(length).
 */
export function escapeFences(text: string): string {
  const brackets: number[] = [];
  let letters = "";
  let end = text.length;
  // From the end, since what follows a bracket goes on after the next: "<<passage>", "<pas<sage>".
  for (let at = end - 1; at >= 0; at--) {
    if (!BRACKETS.includes(text.charAt(at))) continue;
    letters = `${firstLetters(text, at + 1, end)}${letters}`.slice(0, LETTERS);
    if (NAMES.includes(letters)) brackets.push(at);
    end = at;
  }
  let safe = "";
  let copied = 0;
  for (const at of brackets.reverse()) {
    safe += `${text.slice(copied, at)}‹`;
    copied = at + 1;
  }
  return safe + text.slice(copied);
}

/** The first few letters and digits, as they look. */
function firstLetters(text: string, from: number, to: number): string {
  let letters = "";
  SIGN.lastIndex = from;
  for (let sign = SIGN.exec(text); sign !== null && sign.index < to; sign = SIGN.exec(text)) {
    letters += sign[0]
      .normalize("NFKD")
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, "");
    if (letters.length >= LETTERS) break;
  }
  return letters;
}

/**
 * A model's text without the tags of fences that it repeats from its prompt, and without a tag at its end that
 * is broken off or that closes nothing. Tags with a number stay: they may be citations. O(length).
 */
export function removeFences(reply: string): string {
  let text = reply.replace(TAG, "").trimEnd();
  for (let tags = 0; tags < MOST_AT_END; tags++) {
    const start = text.lastIndexOf("<");
    if (start < 0 || !isDebris(text.slice(start), text)) break;
    text = text.slice(0, start).trimEnd();
  }
  return text;
}

/** More tags than this at the end of a reply are no accident of its end. */
const MOST_AT_END = 4;

function isDebris(end: string, text: string): boolean {
  const [, slash, name = "", closed] = /^<(\/?)([\w-]{0,30})(>?)$/.exec(end) ?? [];
  if (slash === undefined) return false;
  if (closed === "" && slash === "") return TAGS.some((tag) => tag.startsWith(name.toLowerCase()));
  return (
    closed === "" || (slash === "/" && !text.toLowerCase().includes(`<${name.toLowerCase()}>`))
  );
}

/** A text on one line, so that it cannot begin a line of its own: line breaks and control characters are spaces. */
export function toOneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, " ").trim();
}
