import type { Token } from "@psi/core";
import { contentToken } from "./token.js";

/** Whether a run is an emoji. No word begins with one. */
export function isEmoji(run: string): boolean {
  return /^[\p{Emoji_Presentation}\p{Extended_Pictographic}]/u.test(run);
}

/**
 * The token of an emoji: without skin tone and variation selectors, which are a variant, as are the emoji that
 * it is joined from.
 */
export function emojiToken(emoji: string): Token {
  // A skin tone may come alone.
  const plain = emoji.replace(/\uFE0F|\p{Emoji_Modifier}/gu, "") || emoji;
  const joined = plain.split("\u200D");
  const exact = emoji.replace(/\uFE0F/g, "");
  return contentToken(plain, [exact], joined.length > 1 ? joined : []);
}
