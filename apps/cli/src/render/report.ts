import type { Measured, RetrievalReport } from "@psi/eval";
import type { BuildReport } from "@psi/rag";
import type { Paint } from "../session.js";
import { columns } from "./columns.js";
import { counted, duration } from "./numbers.js";
import { plainText } from "./plain-text.js";
import { table } from "./table.js";

/** The lines that show what an evaluation measured: all questions, then by type and by hops. */
export function reportLines(
  report: RetrievalReport,
  retriever: string,
  built: Pick<BuildReport, "passages" | "embedded" | "seconds">,
  width: number,
  paint: Paint,
): readonly string[] {
  const { dataset, questions, uncounted, seconds, metrics, perType, perHops } = report;
  const groups = [
    ["all", report] as const,
    ...Object.entries(perType),
    ...Object.entries(perHops).map(
      ([hops, measured]) => [counted(Number(hops), "hop"), measured] as const,
    ),
  ];
  const [head = "", ...body] = figures(groups, namesThatFit(groups, metrics, width));
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

type Groups = readonly (readonly [name: string, measured: Measured])[];

/** One line a group, one column a metric. */
function figures(groups: Groups, names: readonly string[]): readonly string[] {
  const rows = groups.map(([name, { questions, metrics }]) => [
    plainText(name),
    String(questions),
    ...names.map((metric) => (metrics[metric] ?? 0).toFixed(3)),
  ]);
  return table(
    [["", "questions", ...names], ...rows],
    ["left", "right", ...names.map(() => "right" as const)],
  );
}

/** The metrics there is room for, in their order; those that papers quote go first. */
function namesThatFit(
  groups: Groups,
  metrics: Measured["metrics"],
  width: number,
): readonly string[] {
  const names = Object.keys(metrics);
  const quoted = ["recall@5", "recall@2", "allGold@5", "ndcg@10", "mrr"];
  let chosen: readonly string[] = [];
  for (const name of [...quoted.filter((each) => names.includes(each)), ...names]) {
    const more = names.filter((each) => each === name || chosen.includes(each));
    if (columns(figures(groups, more)[0] ?? "") <= width) chosen = more;
  }
  return chosen;
}
