import type { IndexDescription, LayerDescription } from "@psi/rag";
import type { Paint } from "../session.js";
import { count, counted } from "./numbers.js";
import { plainText } from "./plain-text.js";
import { table } from "./table.js";

/** The lines that say what an index is made of. */
export function descriptionLines(
  path: string,
  description: IndexDescription,
  paint: Paint,
): readonly string[] {
  const { passages, embedder, dimensions, abstracter, tokenizer, created } = description;
  const facts = [
    [
      "embedder",
      embedder &&
        `${embedder}${dimensions === undefined ? "" : `, ${counted(dimensions, "number")} a vector`}`,
    ],
    ["abstracts", abstracter],
    ["words", tokenizer],
    ["committed", created?.replace("T", " ").replace(/\.\d+Z$/, " UTC")],
  ].map(([name = "", value]) => [name, plainText(value ?? "none")]);
  return [
    `${paint.bold(plainText(path))}  ${counted(passages, "passage")}, ${layersText(description)}`,
    "",
    ...table(facts, ["left", "left"]),
    ...layerLines(description.layers, paint),
  ];
}

function layersText({ layers, nodes }: IndexDescription): string {
  return layers.length === 0
    ? "no tree"
    : `${counted(nodes, "node")} in ${counted(layers.length, "layer")}`;
}

/** One row a layer, the root's first. */
function layerLines(layers: readonly LayerDescription[], paint: Paint): readonly string[] {
  if (layers.length === 0) return [];
  const rows = [...layers]
    .sort((a, b) => b.layer - a.layer)
    .map(({ layer, nodes, children }) => [
      String(layer),
      count(nodes),
      ...(children === undefined
        ? ["", "", ""]
        : [children.min, children.median, children.max].map(count)),
    ]);
  const [head = "", ...body] = table(
    [["layer", "nodes", "children: least", "median", "most"], ...rows],
    ["right", "right", "right", "right", "right"],
  );
  return ["", paint.dim(head), ...body];
}
