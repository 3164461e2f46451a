import { UnreadableError } from "../read/unreadable.js";
import type { OpenFile } from "./file-reader.js";

/** The largest file that is held in memory at once, in UTF-16 units. */
const longest = 16 * 1024 * 1024;

/**
 * The whole text of a file whose format needs it.
 *
 * @throws PsiError `unreadable-input` for one longer than 16 million UTF-16 units.
 */
export async function wholeText({
  source,
  text,
}: Pick<OpenFile, "source" | "text">): Promise<string> {
  let whole = "";
  for await (const part of text()) {
    whole += part;
    if (whole.length > longest) {
      const reason = `is longer than ${longest} characters, the most that is read of its format. Split it.`;
      throw new UnreadableError({ source, kind: "too-large", reason });
    }
  }
  return whole;
}
