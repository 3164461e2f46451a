import type { TuneReport } from "@psi/fusion";
import type { Paint } from "../session.js";
import { counted } from "./numbers.js";
import { table } from "./table.js";

/** What is shown of a tuning. */
export interface TuningFigures extends Pick<TuneReport, "questions" | "before" | "after"> {
  readonly withoutGold: number;
  readonly tier: string;
}

/** The lines that show recall before and after, measured on the same questions. */
export function tuningLines(
  { questions, withoutGold, tier, before, after }: TuningFigures,
  paint: Paint,
): readonly string[] {
  const row = (name: string, recall: TuneReport["before"]): readonly string[] => [
    name,
    recall["recall@2"].toFixed(3),
    recall["recall@5"].toFixed(3),
  ];
  const left =
    withoutGold > 0 ? ` (${counted(withoutGold, "question")} without gold left out)` : "";
  const [head = "", ...body] = table(
    [["", "recall@2", "recall@5"], row("before", before), row("after", after)],
    ["left", "right", "right"],
  );
  return [
    `${counted(questions, "question")}${left}, weights for ${tier}, by cross-validation`,
    "",
    paint.dim(head),
    ...body,
  ];
}
