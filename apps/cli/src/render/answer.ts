import type { Citation } from "@psi/rag";
import { type HitStyle, hitList } from "./hit-list.js";
import { paragraph, section } from "./paragraph.js";
import { type HitView, placeOf } from "./passage-view.js";
import { plainText } from "./plain-text.js";

/** An answer as it is shown. */
export interface AnswerView {
  readonly text: string;
  readonly citations: readonly Citation[];
  readonly evidence: readonly HitView[];
}

/** The lines of an answer: its text, what each number in it stands for, and the passages it rests on. */
export function answerLines(answer: AnswerView, style: HitStyle): readonly string[] {
  const { width, paint } = style;
  const text = paragraph(answer.text, width).map((line) =>
    line.replace(/\[\d+\]/g, (number) => paint.cyan(number)),
  );
  return [
    ...(text.length > 0 ? text : ["No answer was found."]),
    ...section(
      "Sources",
      answer.citations.flatMap((citation) => sourceLines(citation, answer.evidence, style)),
      paint,
    ),
    ...section("Passages", hitList(answer.evidence, style), paint),
  ];
}

/** The passage that a number stands for, and where the cited sentence is in its file, where that is known. */
function sourceLines(
  { number, passageId, source, start, end }: Citation,
  evidence: readonly HitView[],
  { width, paint }: HitStyle,
): readonly string[] {
  const passage = evidence.find(({ id }) => id === passageId);
  const offset = passage?.span?.start;
  const place = placeOf({
    ...(source !== undefined && { source }),
    ...(offset !== undefined && { span: { start: offset + start, end: offset + end } }),
  });
  const mark = `[${number}]`.padEnd(4);
  const words = [passageId, place].flatMap((part) => (part === undefined ? [] : [plainText(part)]));
  const indent = " ".repeat(mark.length + 1);
  return paragraph(words.join(" · "), width - indent.length).map((line, at) =>
    at === 0 ? `${paint.cyan(mark)} ${line}` : indent + line,
  );
}
