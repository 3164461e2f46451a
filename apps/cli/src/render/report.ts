import type { RetrievalReport } from "@psi/eval";
import type { BuildReport } from "@psi/rag";
import type { Paint } from "../session.js";
import { counted, duration } from "./numbers.js";
import { plainText } from "./plain-text.js";
import { table } from "./table.js";

/** The lines that show what an evaluation measured: all questions, then by type and by hops. */
export function reportLines(
  report: RetrievalReport,
  retriever: string,
  built: Pick<BuildReport, "passages" | "embedded" | "seconds">,
  paint: Paint,
): readonly string[] {
  const { dataset, questions, uncounted, seconds, metrics, perType, perHops } = report;
  const names = Object.keys(metrics);
  const groups = [
    ["all", report] as const,
    ...Object.entries(perType),
    ...Object.entries(perHops).map(([hops, measured]) => [`${hops} hops`, measured] as const),
  ];
  const rows = groups.map(([name, measured]) => [
    plainText(name),
    String(measured.questions),
    ...names.map((metric) => (measured.metrics[metric] ?? 0).toFixed(3)),
  ]);
  const [head = "", ...body] = table(
    [["", "questions", ...names], ...rows],
    ["left", "right", ...names.map(() => "right" as const)],
  );
  const left = uncounted > 0 ? ` (${counted(uncounted, "question")} without gold left out)` : "";
  return [
    `${paint.bold(plainText(dataset))}  ${retriever}, ${counted(questions, "question")}${left}`,
    "",
    paint.dim(head),
    ...body,
    "",
    paint.dim(
      `${duration(seconds)} for the questions; ${duration(built.seconds)} for the index of ${counted(built.passages, "passage")}, ${counted(built.embedded, "text")} embedded`,
    ),
  ];
}
