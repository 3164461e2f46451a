/** Text that models read, and text that they write: for packages that ask models. */
export {
  type CitationMark,
  citationMarks,
  citedNumbers,
  removeMarks,
  restoreMarksInCode,
  setMarksApart,
} from "./citation-marks.js";
export { decodeText } from "./decode-text.js";
export { escapeFences, type FenceTag, fenceText, removeFences, toOneLine } from "./fence.js";
export { foldWord } from "./fold-word.js";
export { type SplitReply, splitReply } from "./reply-text.js";
export { joinTexts } from "./thoughts.js";
