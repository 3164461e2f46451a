import { estimateTokens } from "@psi/core";
import { byCentrality, type Child } from "./children.js";

/** A child's text as it is sent to the model. */
export interface FittedText {
  readonly child: number;
  readonly text: string;
}

/** What is left of a text that must be cut, in tokens, while the others still have more. */
const head = 64;
/** Below this many tokens a text says nothing, and is left out. */
const leastHead = 8;

/**
 * Cuts texts so that together they have at most `budget` tokens: the tails of the least central ones first,
 * down to their heads of 64 tokens, then all heads alike; when not even 8 tokens are left for each, the
 * least central ones are left out. Says what it did. O(budget x children).
 *
 * @param frame the tokens that each text's fence takes besides.
 */
export function fitChildren(
  children: readonly Child[],
  budget: number,
  frame: number,
): { readonly texts: readonly FittedText[]; readonly notes: readonly string[] } {
  const room = Math.max(1, Math.floor(budget / (frame + leastHead)));
  const kept = byCentrality(children).slice(0, room);
  const left = budget - kept.length * frame;
  const whole = kept.map((child) => clipTokens(withTitle(child), left));
  const sizes = whole.map(({ tokens, cut }) => (cut ? left + 1 : tokens));
  const allowed = shorten(sizes, left);
  const fitted = kept.map((child, i) => ({
    child,
    ...(allowed[i]! < sizes[i]! ? clipTokens(withTitle(child), allowed[i]!) : whole[i]!),
  }));
  const cut = fitted.filter((each) => each.cut).map(({ child }) => child.index + 1);
  const dropped = children.filter((child) => !kept.includes(child)).map(({ index }) => index + 1);
  const notes: string[] = [];
  if (cut.length > 0)
    notes.push(`Cut to fit the model's window: the tail of ${numbered(cut, children.length)}.`);
  if (dropped.length > 0)
    notes.push(`Left out, to fit the model's window: ${numbered(dropped, children.length)}.`);
  const inOrder = fitted.sort((a, b) => a.child.index - b.child.index);
  return { texts: inOrder.map(({ child, text }) => ({ child: child.index, text })), notes };
}

/** Brings sizes, most central first, down to a sum of `budget`: from the last on to a head, then all alike. */
function shorten(sizes: readonly number[], budget: number): readonly number[] {
  const allowed = [...sizes];
  let excess = allowed.reduce((sum, size) => sum + size, 0) - budget;
  for (let i = allowed.length - 1; i >= 0 && excess > 0; i--) {
    const saved = Math.min(excess, Math.max(0, allowed[i]! - head));
    allowed[i]! -= saved;
    excess -= saved;
  }
  if (excess <= 0) return allowed;
  const share = Math.floor(budget / allowed.length);
  return allowed.map((size) => Math.min(size, share));
}

function withTitle({ title, body }: Child): string {
  return title === undefined ? body : `${title}\n${body}`;
}

function numbered(positions: readonly number[], count: number): string {
  const sorted = [...positions].sort((a, b) => a - b);
  return `${sorted.length === 1 ? "text" : "texts"} ${sorted.join(", ")} of ${count}`;
}

/** The beginning of a text that has at most so many tokens. Reads no further than it must. */
export function clipTokens(
  text: string,
  limit: number,
): { readonly text: string; readonly tokens: number; readonly cut: boolean } {
  let tokens = 0;
  for (const match of text.matchAll(/\S{1,24}/gu)) {
    const more = estimateTokens(match[0]);
    if (tokens + more > limit) {
      return { text: `${text.slice(0, match.index).trimEnd()}…`, tokens, cut: true };
    }
    tokens += more;
  }
  return { text: text.trim(), tokens, cut: false };
}
