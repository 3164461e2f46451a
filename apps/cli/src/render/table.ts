import { columns, pad } from "./columns.js";

/** Lines of a table: columns as wide as their widest cell, numbers to the right, two spaces between. */
export function table(
  rows: readonly (readonly string[])[],
  sides: readonly ("left" | "right")[],
): readonly string[] {
  const widths = sides.map((_, column) =>
    Math.max(...rows.map((row) => columns(row[column] ?? ""))),
  );
  return rows.map((row) =>
    sides
      .map((side, column) => pad(row[column] ?? "", widths[column] ?? 0, side))
      .join("  ")
      .trimEnd(),
  );
}
