import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { columns } from "../render/columns.js";
import { island, islandIndex, psi, psiJson, type Workplace, workplace } from "../testing/psi.js";

let place: Workplace;
let words: string;
let vectors: string;
beforeAll(async () => {
  place = await workplace();
  words = await islandIndex(place);
  vectors = await islandIndex(place, "vectors");
});
afterAll(() => place.remove());

interface TreeJson {
  readonly id: string;
  readonly layer: number;
  readonly children?: readonly TreeJson[];
}
const leavesOf = (node: TreeJson): readonly string[] =>
  node.children === undefined ? [node.id] : node.children.flatMap(leavesOf);

describe("psi inspect", () => {
  it("counts passages, nodes and children in each layer", async () => {
    const found = await psiJson(["inspect", vectors]);
    expect(found).toMatchObject({
      index: vectors,
      passages: 8,
      embedder: expect.any(String),
      dimensions: 384,
    });
    expect(found.layers[0]).toMatchObject({ layer: 0, nodes: 8 });
    expect(found.layers.at(-1)).toMatchObject({ nodes: 1 });
    const { stdout } = await psi(["inspect", vectors]);
    expect(stdout).toMatch(
      new RegExp(`8 passages, ${found.nodes} nodes in ${found.layers.length} layers`),
    );
    expect(stdout).toMatch(/^embedder {3}bge-small/m);
    expect(stdout).toMatch(/^ +0 +8$/m);
  });

  it("tells an index of words alone", async () => {
    const found = await psiJson(["inspect", words]);
    expect(found).toMatchObject({ passages: 8, layers: [] });
    expect(found).not.toHaveProperty("embedder");
    const { stdout } = await psi(["inspect", words]);
    expect(stdout).toContain("8 passages, no tree");
    expect(stdout).toMatch(/^embedder {3}none$/m);
  });

  it("shows the root, and from there every node", async () => {
    const root = await psiJson(["inspect", vectors, "--node"]);
    expect(root.path).toEqual([root.node.id]);
    expect(root.node.text).not.toBe("");
    const child = await psiJson(["inspect", vectors, "--node", root.children[0].id]);
    expect(child.path).toEqual([root.node.id, child.node.id]);
    const { stdout } = await psi(["inspect", vectors, "--node", child.node.id]);
    expect(stdout).toContain(child.node.id);
    expect(stdout).toContain(`below ${root.node.id}, layer ${child.node.layer}`);
    for (const { id } of child.children) expect(stdout).toContain(id);
  });

  it("shows a passage whole, with its file", async () => {
    const { stdout } = await psi(["inspect", vectors, "--node", "light-2"]);
    expect(stdout).toContain("light-2  a passage\nlight.md\n");
    expect(stdout).toContain(
      "Olle Brand kept the lighthouse for thirty years and never learnt to swim.",
    );
  });

  it("shows the way from the root to a passage", async () => {
    const { path } = await psiJson(["inspect", vectors, "--path", "bread-1"]);
    const layers = path.map(({ layer }: TreeJson) => layer);
    expect(layers).toEqual([...layers.keys()].reverse());
    expect(path.at(-1)).toMatchObject({ id: "bread-1", metadata: { source: "bread.md" } });
    const { stdout } = await psi(["inspect", vectors, "--path", "bread-1"]);
    const places = path.map(({ id }: TreeJson) => stdout.indexOf(id));
    expect(places).toEqual([...places].sort((a: number, b: number) => a - b));
    expect(places[0]).toBe(0);
  });

  it("draws the tree with every passage, in the columns there are", async () => {
    const args = ["inspect", vectors, "--tree", "--depth", "9", "--children", "99"];
    for (const width of [60, 120]) {
      const { stdout } = await psi(args, { environment: { COLUMNS: String(width) } });
      for (const id of ["light-1", "light-6", "bread-2"]) expect(stdout).toContain(id);
      expect(stdout).toContain("└─ ");
      for (const line of stdout.trimEnd().split("\n"))
        expect(columns(line)).toBeLessThanOrEqual(width);
      expect(stdout.includes("node-")).toBe(width >= 100);
    }
  });

  it("says how much of the tree it leaves out", async () => {
    const { stdout } = await psi(["inspect", vectors, "--tree", "--depth", "9", "--children", "1"]);
    expect(stdout).toMatch(/└─ … \d more/);
    expect(stdout.trimEnd().split("\n").length).toBeLessThan(10);
  });

  it("gives the tree as nested JSON, to a depth", async () => {
    const whole: TreeJson = await psiJson(["inspect", vectors, "--tree", "--depth", "9"]);
    expect([...leavesOf(whole)].sort()).toEqual(
      island
        .split("\n")
        .map((line) => JSON.parse(line).id)
        .sort(),
    );
    const top: TreeJson = await psiJson(["inspect", vectors, "--tree", "--depth", "1"]);
    expect(top.children?.every((child) => child.children === undefined)).toBe(true);
  });

  it("knows no node of another index, and no tree where there is none", async () => {
    for (const args of [
      ["--node", "nobody"],
      ["--path", "nobody"],
    ]) {
      const { code, stderr } = await psi(["inspect", vectors, ...args]);
      expect(code).toBe(2);
      expect(stderr).toContain("nobody");
    }
    expect((await psi(["inspect", words, "--tree"])).code).toBe(2);
  });
});
