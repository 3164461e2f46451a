import type { BuildEstimate, BuildReport, LayerDescription } from "@psi/rag";
import type { SkippedFile } from "../read-files.js";
import type { Paint } from "../session.js";
import { count, counted, duration } from "./numbers.js";
import { paragraph, section } from "./paragraph.js";
import { plainText } from "./plain-text.js";
import { table } from "./table.js";

const shownAtFirst = 5;

/** What a run of `psi index` did. */
export interface BuildView {
  readonly out: string;
  readonly report: BuildReport;
  readonly layers: readonly LayerDescription[];
  /** Files that were read. */
  readonly files: number;
  readonly skipped: readonly SkippedFile[];
}

/** The lines that say what was indexed and changed, what was paid for, and what was left out. */
export function buildLines(view: BuildView, width: number, paint: Paint): readonly string[] {
  const { out, report, layers, files, skipped } = view;
  const { passages, nodes, embedded, abstractsWritten, seconds } = report;
  const tree =
    layers.length === 0
      ? [["tree", "none"]]
      : [
          ["tree", `${counted(nodes, "node")} in ${counted(layers.length, "layer")}`],
          [
            "embedded",
            `${count(embedded)} of ${counted(nodes, "text")}${embedded < nodes ? "; the others were known" : ""}`,
          ],
          [
            "abstracts",
            `${count(nodes - passages)}, ${count(abstractsWritten)} of them asked of a model now`,
          ],
        ];
  const rows = [
    ["passages", `${count(passages)} from ${counted(files, "file")}`],
    ["changes", changesText(report)],
    ...tree,
    ["time", duration(seconds)],
  ];
  return [
    paint.bold(plainText(out)),
    ...table(rows, ["left", "left"]),
    ...noteLines(report.notes, width, paint),
    ...skippedLines(skipped, width, paint),
  ];
}

/** What became of the passages: "3 added, 2 removed, 55 unchanged". */
function changesText({ added, updated, removed, unchanged }: BuildReport): string {
  const kinds = [
    [added.count, "added"],
    [updated.count, "updated"],
    [removed.count, "removed"],
    [unchanged, "unchanged"],
  ] as const;
  const named = kinds.filter(([much]) => much > 0).map(([much, kind]) => `${count(much)} ${kind}`);
  return named.join(", ") || "none";
}

/** What a run of `psi index --dry-run` found. */
export interface EstimateView {
  readonly expected: BuildEstimate;
  readonly files: number;
  readonly skipped: readonly SkippedFile[];
}

/** The lines that say what indexing would cost. */
export function estimateLines(view: EstimateView, width: number, paint: Paint): readonly string[] {
  const { expected, files, skipped } = view;
  const { passages, embeddings, abstracts, exact } = expected;
  const about = exact ? "" : "about ";
  return [
    paint.bold("Nothing was changed. Indexing these files would take:"),
    ...table(
      [
        ["passages", `${count(passages)} from ${counted(files, "file")}`],
        [
          "to embed",
          `${counted(embeddings.missing, "text")}, ${counted(embeddings.tokens, "token")}`,
        ],
        [
          "to write",
          `${about}${counted(abstracts.missing, "abstract")}, ${count(abstracts.promptTokens)} tokens in, ${count(abstracts.completionTokens)} out`,
        ],
      ],
      ["left", "left"],
    ),
    ...skippedLines(skipped, width, paint),
  ];
}

function noteLines(notes: readonly string[], width: number, paint: Paint): readonly string[] {
  return section("Notes", firstFew(notes, width), paint);
}

function skippedLines(
  skipped: readonly SkippedFile[],
  width: number,
  paint: Paint,
): readonly string[] {
  const lines = skipped.map(({ file, reason }) => `${file}: ${reason}`);
  return section(`${counted(skipped.length, "file")} skipped`, firstFew(lines, width), paint);
}

function firstFew(texts: readonly string[], width: number): readonly string[] {
  const lines = texts
    .slice(0, shownAtFirst)
    .flatMap((text) =>
      paragraph(plainText(text), width - 2).map((line, at) => (at === 0 ? line : `  ${line}`)),
    );
  const more = texts.length - shownAtFirst;
  return more > 0 ? [...lines, `… and ${count(more)} more (--json lists all)`] : lines;
}
