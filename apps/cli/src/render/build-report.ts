import type { BuildEstimate, BuildReport, LayerDescription } from "@psi/rag";
import type { FilesRead, SkippedFile } from "../read-files.js";
import type { Paint } from "../session.js";
import { count, counted, duration } from "./numbers.js";
import { paragraph, section } from "./paragraph.js";
import { plainText } from "./plain-text.js";
import { table } from "./table.js";

const shownAtFirst = 5;
/** How many of the files that were left out for one kind of reason are shown. */
const shownOfKind = 3;

/** What was read, apart from the passages. */
type ReadView = Omit<FilesRead, "passages">;

/** What a run of `psi index` did. */
export interface BuildView extends ReadView {
  readonly out: string;
  readonly report: BuildReport;
  readonly layers: readonly LayerDescription[];
}

/** The lines that say what was indexed and changed, what was paid for, and what was left out. */
export function buildLines(view: BuildView, width: number, paint: Paint): readonly string[] {
  const { out, report, layers } = view;
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
    ...readRows(passages, view),
    ["changes", changesText(report)],
    ...tree,
    ["time", duration(seconds)],
  ];
  return [
    paint.bold(plainText(out)),
    ...table(rows, ["left", "left"]),
    ...noteLines([...view.fileNotes, ...report.notes], width, paint),
    ...skippedLines(view.skipped, width, paint),
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

function readRows(passages: number, { files, blank }: ReadView): readonly string[][] {
  const rows = [["passages", `${count(passages)} from ${counted(files, "file")}`]];
  return blank === 0
    ? rows
    : [...rows, ["blank", `${counted(blank, "passage")} without text left out`]];
}

/** What a run of `psi index --dry-run` found. */
export interface EstimateView extends ReadView {
  readonly expected: BuildEstimate;
}

/** The lines that say what indexing would cost. */
export function estimateLines(view: EstimateView, width: number, paint: Paint): readonly string[] {
  const { expected, fileNotes, skipped } = view;
  const { passages, embeddings, abstracts, exact } = expected;
  const about = exact ? "" : "about ";
  return [
    paint.bold("Nothing was changed. Indexing these files would take:"),
    ...table(
      [
        ...readRows(passages, view),
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
    ...noteLines(fileNotes, width, paint),
    ...skippedLines(skipped, width, paint),
  ];
}

function noteLines(notes: readonly string[], width: number, paint: Paint): readonly string[] {
  return section("Notes", firstFew(notes, width), paint);
}

/** The first few of each kind of reason, the most frequent kind first. */
function skippedLines(
  skipped: readonly SkippedFile[],
  width: number,
  paint: Paint,
): readonly string[] {
  const kinds = new Map<SkippedFile["kind"], SkippedFile[]>();
  for (const each of skipped) kinds.set(each.kind, [...(kinds.get(each.kind) ?? []), each]);
  const lines = [...kinds.values()]
    .sort((a, b) => b.length - a.length)
    .flatMap((alike) => firstFew(alike.map(skippedText), width, shownOfKind));
  const records = skipped.filter(({ line }) => line !== undefined).length;
  const counts = [
    ...(skipped.length > records ? [counted(skipped.length - records, "file")] : []),
    ...(records > 0 ? [counted(records, "record")] : []),
  ];
  return section(`${counts.join(" and ")} skipped`, lines, paint);
}

function skippedText({ file, line, reason }: SkippedFile): string {
  return `${file}${line === undefined ? "" : `:${line}`}: ${reason}`;
}

function firstFew(
  texts: readonly string[],
  width: number,
  most: number = shownAtFirst,
): readonly string[] {
  const lines = texts
    .slice(0, most)
    .flatMap((text) =>
      paragraph(plainText(text), width - 2).map((line, at) => (at === 0 ? line : `  ${line}`)),
    );
  const more = texts.length - most;
  return more > 0 ? [...lines, `… and ${count(more)} more (--json lists all)`] : lines;
}
