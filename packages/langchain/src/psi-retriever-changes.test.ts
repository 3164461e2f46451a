import { Document } from "@langchain/core/documents";
import { memoryStore } from "@psi/core";
import { describe, expect, it } from "vitest";
import { PsiRetriever } from "./psi-retriever.js";
import { deepFreeze, documentsOf, idsOf, TEXTS, WORDS } from "./testing/archive.js";

describe("addDocuments and delete", () => {
  it("adds under the documents' ids or the call's, and replaces", async () => {
    const retriever = await PsiRetriever.fromDocuments(documentsOf(TEXTS), WORDS);
    const late = deepFreeze([new Document({ pageContent: "The ferry sails at noon.", id: "own" })]);
    expect(await retriever.addDocuments(late)).toEqual(["own"]);
    expect(await retriever.addDocuments(late, { ids: ["given"] })).toEqual(["given"]);
    expect(
      await retriever.addDocuments([new Document({ pageContent: "The ferry sails at dusk." })], {
        ids: ["own"],
      }),
    ).toEqual(["own"]);
    expect(retriever.index.size).toBe(7);
    const found = await retriever.invoke("When does the ferry sail at dusk?", {
      configurable: { psi: { limit: 1 } },
    });
    expect(found[0]).toMatchObject({ id: "own", pageContent: "The ferry sails at dusk." });
    expect(await retriever.addDocuments([])).toEqual([]);
  });

  it("indexes what was found elsewhere without what that search said of it", async () => {
    const from = await PsiRetriever.fromDocuments(documentsOf(TEXTS), WORDS);
    const into = await PsiRetriever.open(memoryStore(), WORDS);
    const found = deepFreeze(await from.invoke("Mara Quill"));
    await into.addDocuments(found);
    await into.addDocuments(found, { ids: found.map((_, i) => `copy-${i}`) });
    await into.index.update(found);
    expect(into.index.size).toBe(2 * found.length);
    for (const { id, metadata } of found) {
      const { node } = await into.index.node(id as string);
      expect(Reflect.ownKeys(node.metadata)).toEqual(["source", "nested"]);
      expect(node.metadata).toEqual(metadata);
    }
  });

  it("gives ids to documents without", async () => {
    const retriever = await PsiRetriever.fromDocuments(documentsOf(TEXTS), WORDS);
    const [id] = await retriever.addDocuments([new Document({ pageContent: "A ferry." })]);
    expect(retriever.index.ids).toContain(id);
  });

  it("changes nothing when it cannot do all", async () => {
    const retriever = await PsiRetriever.fromDocuments(documentsOf(TEXTS), WORDS);
    const [known, fresh] = [
      new Document({ pageContent: "New text.", id: "p0" }),
      new Document({ pageContent: "A ferry." }),
    ];
    await expect(retriever.addDocuments([known, fresh])).rejects.toMatchObject({
      code: "invalid-option",
      message: /"p0"/,
    });
    await expect(retriever.addDocuments([known, fresh], { ids: ["one"] })).rejects.toMatchObject({
      code: "invalid-option",
      message: /1 ids for 2/,
    });
    await expect(retriever.addDocuments([known, fresh], { ids: ["q", "q"] })).rejects.toMatchObject(
      { code: "duplicate-id" },
    );
    expect(retriever.index.size).toBe(5);
    expect(idsOf(await retriever.invoke("Hollin Point lighthouse"))).toContain("p0");
  });

  it("takes changes that are asked for at once, one after another, also after one that fails", async () => {
    const retriever = await PsiRetriever.fromDocuments(documentsOf(TEXTS), WORDS);
    const changes = await Promise.allSettled([
      retriever.addDocuments([new Document({ pageContent: "A ferry." })], { ids: ["new"] }),
      retriever.addDocuments([
        new Document({ pageContent: "A gull.", metadata: { depth: Number.NaN } }),
      ]),
      retriever.delete({ ids: ["p0", "new"] }),
      retriever.addDocuments([new Document({ pageContent: "An island." })], { ids: ["p0"] }),
    ]);
    expect(changes.map(({ status }) => status)).toEqual([
      "fulfilled",
      "rejected",
      "fulfilled",
      "fulfilled",
    ]);
    expect([...retriever.index.ids].sort()).toEqual(["p0", "p1", "p2", "p3", "p4"]);
  });

  it("takes the changes of several retrievers over one index in turn", async () => {
    const { index } = await PsiRetriever.fromDocuments(documentsOf(TEXTS), WORDS);
    const retrievers = [1, 2, 3].map(() => new PsiRetriever({ index }));
    const ids = await Promise.all(
      retrievers.map((retriever, i) =>
        retriever.addDocuments([new Document({ pageContent: `Ferry ${i}.` })], { ids: [`f${i}`] }),
      ),
    );
    await Promise.all([
      retrievers[0]?.delete({ ids: ["f0"] }),
      retrievers[1]?.delete({ ids: ["p0"] }),
    ]);
    expect(ids).toEqual([["f0"], ["f1"], ["f2"]]);
    expect(index.ids).toEqual(["p1", "p2", "p3", "p4", "f1", "f2"]);
  });

  it("adds a document without an id once, however often it is given in calls of its own", async () => {
    const ferry = (source: string): Document =>
      new Document({ pageContent: "A ferry.", metadata: { source } });
    const retriever = await PsiRetriever.fromDocuments([ferry("a.md")], WORDS);
    const again = await retriever.addDocuments([ferry("a.md")]);
    expect(again).toEqual([...retriever.index.ids]);
    await retriever.addDocuments([ferry("b.md")]);
    await retriever.addDocuments([ferry("a.md"), ferry("a.md")]);
    expect(retriever.index.size).toBe(3);
  });

  it("deletes, passing over what is not there", async () => {
    const retriever = await PsiRetriever.fromDocuments(documentsOf(TEXTS), WORDS);
    await retriever.delete({ ids: ["p0", "p0", "never was"] });
    await retriever.delete({ ids: ["never was"] });
    expect(retriever.index.ids).toEqual(["p1", "p2", "p3", "p4"]);
    expect(idsOf(await retriever.invoke("lighthouse of Hollin Point"))).not.toContain("p0");
    for (const bad of [undefined, {}, { ids: "p1" }]) {
      await expect(retriever.delete(bad as never)).rejects.toMatchObject({
        code: "invalid-option",
      });
    }
  });
});
