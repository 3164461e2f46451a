import { removeMarks } from "@psi/core/model-text";

/** What is said when the passages do not hold the answer. */
export const NOT_MENTIONED = "Not mentioned";

/** The same in Chinese. */
export const NOT_MENTIONED_ZH = "未提及";

/** Whether an answer says no more than that there is none, whatever marks are around it. O(length). */
export function isNotMentioned(text: string): boolean {
  return /^[^\p{L}\p{N}]*(?:not mentioned|(?:文中|文章)?(?:未|没有)提及)[^\p{L}\p{N}]*$/iu.test(
    removeMarks(text),
  );
}
