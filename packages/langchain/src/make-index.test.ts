import { existsSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Document } from "@langchain/core/documents";
import { memoryStore } from "@psi/core";
import { wordEmbedder } from "@psi/core/testing";
import { afterAll, describe, expect, it } from "vitest";
import { PsiRetriever } from "./psi-retriever.js";
import { documentsOf, TEXTS, WORDS } from "./testing/archive.js";

const folder = mkdtempSync(join(tmpdir(), "psi-langchain-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const nameless = (texts: readonly string[]) =>
  texts.map((pageContent) => new Document({ pageContent, metadata: { source: "archive" } }));
const sync = { ifExists: "sync" } as const;

describe.each([
  ["with ids", documentsOf],
  ["without ids", nameless],
])('ifExists "sync", documents %s', (kind, documentsFrom) => {
  /** What a program does: makes an index in a file, looks what is in it, and closes it. */
  async function run(texts: readonly string[]) {
    const embedder = wordEmbedder();
    const where = join(folder, `${kind}.psi`);
    const options = { where, embedder, abstracter: false, ...sync } as const;
    const { index } = await PsiRetriever.fromDocuments(documentsFrom(texts), options);
    const contents = await Promise.all(
      index.ids.map(async (id) => (await index.node(id)).node.text),
    );
    await index.close();
    return { ids: index.ids, contents, embedded: embedder.embedded };
  }

  it("makes the index, leaves it as it is when run again, and follows changes", async () => {
    const first = await run(TEXTS);
    expect(first.contents).toEqual(TEXTS);
    const again = await run(TEXTS);
    expect(again.contents).toEqual(TEXTS);
    expect(again.ids).toEqual(first.ids);
    expect(again.embedded).toEqual([]);
    const changed = [...TEXTS.slice(1, 4), "The ferry sails at noon."];
    const third = await run(changed);
    expect(third.contents).toEqual(changed);
    expect(third.embedded).toEqual(["The ferry sails at noon."]);
    expect((await run(TEXTS)).embedded).toEqual([]);
  });
});

it('"sync" keeps equal texts without ids apart, and as many as there are', async () => {
  const where = memoryStore();
  const twice = nameless([...TEXTS, TEXTS[0] as string]);
  const made = await PsiRetriever.fromDocuments(twice, { ...WORDS, ...sync, where });
  const again = await PsiRetriever.fromDocuments(twice, { ...WORDS, ...sync, where });
  expect(again.index.ids).toEqual(made.index.ids);
  expect(new Set(again.index.ids).size).toBe(6);
});

it('"sync" refuses to empty an index, and leaves it as it is', async () => {
  const where = memoryStore();
  await PsiRetriever.fromDocuments(documentsOf(TEXTS), { ...WORDS, where });
  const emptied = PsiRetriever.fromDocuments([], { ...WORDS, ...sync, where });
  await expect(emptied).rejects.toMatchObject({ code: "empty-corpus" });
  const bad = [
    ...documentsOf(TEXTS),
    new Document({ pageContent: "A", metadata: { a: Number.NaN } }),
  ];
  const failed = PsiRetriever.fromDocuments(bad, { ...WORDS, ...sync, where });
  await expect(failed).rejects.toMatchObject({ code: "invalid-passage" });
  expect((await PsiRetriever.open(where, WORDS)).index.size).toBe(5);
});

const files = "/proc/self/fd";

it.skipIf(!existsSync(files))(
  '"sync" closes a file whose documents cannot be indexed',
  async () => {
    const where = join(folder, "closed.psi");
    const bad = [new Document({ pageContent: "A", metadata: { a: Number.NaN } })];
    const failed = PsiRetriever.fromDocuments(bad, { ...WORDS, ...sync, where });
    await expect(failed).rejects.toMatchObject({ code: "invalid-passage" });
    const open = readdirSync(files).map((file) => {
      try {
        return readlinkSync(join(files, file));
      } catch {
        return "closed meanwhile";
      }
    });
    expect(open.filter((path) => path.startsWith(where))).toEqual([]);
  },
);

it("an index that is there is refused otherwise, and the error says how to keep it in step", async () => {
  const where = memoryStore();
  await PsiRetriever.fromDocuments(documentsOf(TEXTS), { ...WORDS, where });
  for (const options of [{}, { ifExists: "fail" }] as const) {
    const again = PsiRetriever.fromDocuments(documentsOf(TEXTS), { ...WORDS, ...options, where });
    await expect(again).rejects.toMatchObject({
      code: "index-exists",
      message: expect.stringContaining('ifExists: "sync"'),
    });
  }
});

it.each(["replace", "add", null, true])(
  "ifExists %j is refused, and says what there is",
  async (ifExists) => {
    const made = PsiRetriever.fromDocuments(documentsOf(TEXTS), {
      ...WORDS,
      ifExists: ifExists as never,
    });
    await expect(made).rejects.toMatchObject({
      code: "invalid-option",
      message: expect.stringMatching(/ifExists must be "fail" or "sync".*addDocuments/),
    });
  },
);

it.each([undefined, null, "text", { pageContent: "text" }])(
  "refuses %j for documents",
  async (documents) => {
    const made = PsiRetriever.fromDocuments(documents as never, WORDS);
    await expect(made).rejects.toMatchObject({ code: "invalid-passage" });
  },
);
