/** What is said when the passages do not hold the answer. */
export const NOT_MENTIONED = "Not mentioned";

/** The same in Chinese. */
export const NOT_MENTIONED_ZH = "未提及";

/** Whether an answer says no more than that there is none. */
export function isNotMentioned(text: string): boolean {
  return /^\W*(?:not mentioned|(?:文中|文章)?(?:未|没有)提及)\W*$/iu.test(
    text.replace(/\[[\d, ]*\]/g, ""),
  );
}
