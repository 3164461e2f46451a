import type { AgentAnswer } from "@psi/core";
import type { Paint } from "../session.js";
import { columns, wrap } from "./columns.js";
import type { CitationView, EvidenceView } from "./evidence-view.js";
import { highlight, type Matcher } from "./matches.js";
import { counted } from "./numbers.js";
import { paragraph, section } from "./paragraph.js";
import { lineRange } from "./passage-view.js";
import { plainText } from "./plain-text.js";
import { snippet } from "./snippet.js";
import { usageText } from "./usage.js";

/** How an answer is shown. */
export interface AnswerStyle {
  /** Columns to fill. */
  readonly width: number;
  readonly paint: Paint;
  /** Marks the question's words in what is cited. */
  readonly match: Matcher;
}

/** An answer as it is shown. Raw text: what prints it makes it safe. */
export interface AnswerView
  extends Pick<AgentAnswer, "text" | "answered" | "ending" | "notes" | "usage"> {
  readonly citations: readonly CitationView[];
  readonly evidence: readonly EvidenceView[];
  readonly rounds: number;
}

const snippetLines = 3;

/** The lines of an answer's text. */
export function textLines(
  { text, answered, ending }: Pick<AnswerView, "text" | "answered" | "ending">,
  { width, paint }: Pick<AnswerStyle, "width" | "paint">,
): readonly string[] {
  // "Not mentioned" says that passages were read in vain, which nobody knows of one that was cut short.
  const told = answered || ending === "answered" || ending === "retrievals";
  return paragraph(told ? text : "No answer.", width).map((line) =>
    line.replace(/\[\d+(?:, ?\d+)*\]/g, (mark) => paint.cyan(mark)),
  );
}

/** What an answer was made from, and what it cost, on a line. */
export function costLine(
  { rounds, evidence, usage }: AnswerView,
  { width, paint }: AnswerStyle,
): readonly string[] {
  const found = `${counted(rounds, "round")}, ${counted(evidence.length, "passage")}`;
  return paragraph(`${found} · ${usageText(usage)}`, width).map(paint.dim);
}

/** The passages that the numbers in an answer stand for, under a heading; nothing where it cites none. */
export function sourceLines(answer: AnswerView, style: AnswerStyle): readonly string[] {
  const numbers = [...new Set(answer.citations.map(({ number }) => number))];
  const quoted = plainText(answer.text);
  const lines = numbers.flatMap((number) =>
    cited(
      answer.citations.filter((each) => each.number === number),
      quoted,
      style,
    ),
  );
  return section("Sources", lines, style.paint);
}

/** What a reader should know of an answer, each note on lines of its own. */
export function noteLines(
  notes: readonly string[],
  { width, paint }: Pick<AnswerStyle, "width" | "paint">,
): readonly string[] {
  return notes.flatMap((note) => paragraph(`Note: ${plainText(note)}`, width).map(paint.yellow));
}

/**
 * One passage, and what is cited of it:
 *
 *     [2] The keeper · light.md:12-14, 20
 *         The cited sentence, with the question's words marked.
 *
 * A sentence that the answer has word for word is not said twice.
 */
function cited(
  citations: readonly CitationView[],
  quoted: string,
  { width, paint, match }: AnswerStyle,
): readonly string[] {
  const [first] = citations;
  if (first === undefined) return [];
  const mark = `[${first.number}]`;
  const indent = " ".repeat(columns(mark) + 1);
  const room = width - indent.length;
  const name = plainText(first.title ?? first.passageId);
  const place = placeOf(citations);
  const head = place === undefined || place === name ? name : `${name} · ${place}`;
  const [line = "", ...rest] = paragraph(head, room);
  const sentences = citations
    .map(({ text }) => plainText(text))
    .filter((text) => text !== "" && !quoted.includes(text));
  return [
    `${paint.cyan(mark)} ${line}`,
    ...rest.map((each) => indent + each),
    ...sentences.flatMap((text) => {
      const shown = snippet(text, match, room * snippetLines - 8);
      const spans = match(shown);
      const style = (part: string): string => paint.bold(part);
      return wrap(shown, room).map((span) => indent + highlight(shown, spans, style, span));
    }),
  ];
}

/** File and lines, or the passage's id where the lines are not known. */
function placeOf(citations: readonly CitationView[]): string | undefined {
  const [{ passageId, source, title } = { passageId: "" }] = citations as [CitationView?];
  const ranges = citations.flatMap(({ sourceLines }) =>
    sourceLines === undefined ? [] : [lineRange(sourceLines)],
  );
  if (source !== undefined && ranges.length > 0) {
    return `${plainText(source)}:${[...new Set(ranges)].join(", ")}`;
  }
  const parts = [
    ...(title === undefined ? [] : [passageId]),
    ...(source === undefined ? [] : [source]),
  ];
  return parts.length === 0 ? undefined : plainText(parts.join(" · "));
}
