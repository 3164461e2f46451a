import type { TreeNode } from "@psi/core";
import type { PsiIndex } from "@psi/rag";
import { type Command, Option } from "commander";
import { type Perform, wholeNumber, withCommonOptions } from "../command-options.js";
import { exitCodes } from "../exit-codes.js";
import { withIndex } from "../open-for-reading.js";
import type { CommonFlags, Session } from "../session.js";

interface InspectFlags extends CommonFlags {
  readonly node?: string | true;
  readonly path?: string;
  readonly tree?: true;
  readonly depth: number;
  readonly children: number;
}

/** Columns from which a drawing has room for the ids of inner nodes. */
const widthForIds = 100;

const examples = [
  "psi inspect notes.psi",
  "psi inspect notes.psi --tree --depth 3",
  "psi inspect notes.psi --path notes.md#12",
];

/** Adds `psi inspect`. */
export function inspectCommand(program: Command, perform: Perform): void {
  const command = program
    .command("inspect")
    .summary("look at an index: counts, nodes, paths, the tree")
    .description(
      "Shows what an index is made of: by default the passages, the layers and their sizes.",
    )
    .argument("<index>", "the index")
    .addOption(
      new Option(
        "--node [id]",
        "a node's text, notes and children; the root without an id",
      ).conflicts(["path", "tree"]),
    )
    .addOption(
      new Option("--path <id>", "the way from the root down to a passage").conflicts([
        "node",
        "tree",
      ]),
    )
    .addOption(
      new Option("--tree", "draw the tree; with ids from 100 columns on").conflicts([
        "node",
        "path",
      ]),
    )
    .option("--depth <n>", "layers to draw below the root", wholeNumber(1), 2)
    .option("--children <n>", "the most children to draw of a node", wholeNumber(1), 12);
  withCommonOptions(command, examples).action((path: string, flags: InspectFlags) =>
    perform(flags, async (session) => {
      await withIndex(path, false, (index) => inspect(session, path, index, flags));
      return exitCodes.ok;
    }),
  );
}

async function inspect(
  session: Session,
  path: string,
  index: PsiIndex,
  flags: InspectFlags,
): Promise<void> {
  if (flags.node !== undefined) return showNode(session, index, flags.node);
  if (flags.path !== undefined) return showPath(session, index, flags.path);
  if (flags.tree === true) return showTree(session, index, flags);
  const description = index.inspect();
  if (session.json) return session.printJson({ index: path, ...description });
  const { descriptionLines } = await import("../render/description.js");
  session.print(...descriptionLines(path, description, session.paint));
}

async function showNode(session: Session, index: PsiIndex, id: string | true): Promise<void> {
  const described = await index.node(id === true ? undefined : id);
  if (session.json) {
    const { node, path, children, notes } = described;
    session.printJson({
      node: nodeJson(node),
      path: path.map(({ id }) => id),
      children: children.map(nodeJson),
      notes,
    });
    return;
  }
  const { nodeLines } = await import("../render/node.js");
  session.print(...nodeLines(described, session.width, session.paint));
}

async function showPath(session: Session, index: PsiIndex, id: string): Promise<void> {
  const { path } = await index.node(id);
  if (session.json) return session.printJson({ path: path.map(nodeJson) });
  const { pathLines } = await import("../render/node.js");
  session.print(...pathLines(path, session.width, session.paint));
}

async function showTree(session: Session, index: PsiIndex, flags: InspectFlags): Promise<void> {
  if (session.json) {
    session.printJson(await treeJson(index, flags.depth));
    return;
  }
  const [{ readDrawing }, { drawTree }] = await Promise.all([
    import("../render/read-drawing.js"),
    import("../render/tree-drawing.js"),
  ]);
  const drawing = await readDrawing(index, {
    depth: flags.depth,
    mostChildren: flags.children,
    ids: session.width >= widthForIds,
  });
  session.print(...drawTree(drawing, session.width, session.paint));
}

interface JsonNode {
  readonly id: string;
  readonly layer: number;
  readonly text: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** A node without its row, which means nothing outside. */
function nodeJson({ id, layer, text, metadata }: TreeNode): JsonNode {
  return { id, layer, text, ...(layer === 0 && { metadata }) };
}

/** A node and, nested, the nodes below it down to some depth; all of them, unlike the drawing. */
async function treeJson(
  index: PsiIndex,
  depth: number,
  id?: string,
): Promise<JsonNode & { readonly children?: readonly JsonNode[] }> {
  const { node, children } = await index.node(id);
  if (children.length === 0 || depth === 0) return nodeJson(node);
  const below: JsonNode[] = [];
  for (const child of children) below.push(await treeJson(index, depth - 1, child.id));
  return { ...nodeJson(node), children: below };
}
