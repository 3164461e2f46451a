/** Text that models read, and text that they write: for packages that ask models. */
export {
  type CitationMark,
  citationMarks,
  citedNumbers,
  restoreMarksInCode,
  setMarksApart,
  withoutMarks,
} from "./citation-marks.js";
export { type FenceTag, fenced, oneLine, unfenced, withoutFences } from "./fence.js";
export { foldWord } from "./fold-word.js";
export { type SplitReply, splitReply } from "./reply-text.js";
export { joinTexts } from "./thoughts.js";
