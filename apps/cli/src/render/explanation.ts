import type { Explained } from "../explain.js";
import type { Paint } from "../session.js";
import { fit } from "./columns.js";
import { reasonLine } from "./link-reason.js";
import { plainText } from "./plain-text.js";
import { signalName } from "./signal-name.js";
import { table } from "./table.js";

const indent = "   ";

/**
 * The lines that say why passages stand where they stand, a block each:
 *
 *      1 lamp-01                     tree 1, words 2
 *        signal                    value  contribution
 *        nearness to the question   0.71        +0.412
 *        link  "Edda Voss" from lamp-05: …
 */
export function explanationLines(
  explained: readonly Explained[],
  width: number,
  paint: Paint,
): readonly string[] {
  return explained.flatMap((each, position) => [
    ...(position > 0 ? [""] : []),
    ...blockLines(each, position + 1, width, paint),
  ]);
}

function blockLines(
  { id, ranks, contributions, reasons = [] }: Explained,
  rank: number,
  width: number,
  paint: Paint,
): readonly string[] {
  const places = Object.entries(ranks).map(([list, place]) => `${list} ${place}`);
  const lists = places.join(", ") || "in no list";
  const name = fit(plainText(id), Math.max(10, width - lists.length - 5));
  const [head = "", ...rows] = table(
    [
      ["signal", "value", "contribution"],
      ...contributions.map(({ signal, value, contribution }) => [
        signalName(signal),
        value === undefined ? "-" : figure(value),
        `${contribution > 0 ? "+" : ""}${contribution.toFixed(3)}`,
      ]),
    ],
    ["left", "right", "right"],
  );
  return [
    `${paint.dim(String(rank).padStart(2))} ${paint.bold(name)}  ${paint.dim(lists)}`,
    ...(rows.length > 0 ? [indent + paint.dim(fit(head, width - indent.length))] : []),
    ...rows.map((row) => indent + fit(row, width - indent.length)),
    ...reasons.map((reason) => indent + paint.dim(reasonLine(reason, width - indent.length))),
  ];
}

function figure(value: number): string {
  if (Number.isInteger(value)) return String(value);
  return Math.abs(value) < 0.001 ? value.toExponential(1) : value.toPrecision(3);
}
