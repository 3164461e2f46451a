// LangChain's chains, tools and streams over our retriever.
import { RetrievalQAChain } from "@langchain/classic/chains";
import { createStuffDocumentsChain } from "@langchain/classic/chains/combine_documents";
import { createHistoryAwareRetriever } from "@langchain/classic/chains/history_aware_retriever";
import { createRetrievalChain } from "@langchain/classic/chains/retrieval";
import { createRetrieverTool } from "@langchain/classic/tools/retriever";
import { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import type { Document } from "@langchain/core/documents";
import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { StringOutputParser } from "@langchain/core/output_parsers";
import { ChatPromptTemplate, MessagesPlaceholder } from "@langchain/core/prompts";
import { RunnableLambda, RunnablePassthrough, RunnableSequence } from "@langchain/core/runnables";
import { FakeListChatModel, FakeStreamingChatModel } from "@langchain/core/utils/testing";
import { beforeAll, describe, expect, it } from "vitest";
import { getMatch, type PsiMatch } from "./match.js";
import { PsiRetriever } from "./psi-retriever.js";
import { documentsOf, idsOf, TEXTS, WORDS } from "./testing/archive.js";

const QUESTION = "Who built the lighthouse of Hollin Point?";
let retriever: PsiRetriever;
beforeAll(async () => {
  retriever = await PsiRetriever.fromDocuments(documentsOf(TEXTS), { ...WORDS, limit: 2 });
});

/** A model that says something, and keeps what it was asked. */
function saying(...responses: string[]) {
  const asked: string[] = [];
  const model = new FakeListChatModel({
    responses,
    callbacks: [
      BaseCallbackHandler.fromMethods({
        handleChatModelStart: (_model, messages) =>
          void asked.push(
            messages
              .flat()
              .map(({ content }) => String(content))
              .join("\n"),
          ),
      }),
    ],
  });
  return { model, asked };
}

const answerPrompt = ChatPromptTemplate.fromTemplate("{context}\n\nQuestion: {input}");

describe("createRetrievalChain", () => {
  it("answers from the documents, which come with their match", async () => {
    const { model, asked } = saying("Mara Quill.");
    const combineDocsChain = await createStuffDocumentsChain({ llm: model, prompt: answerPrompt });
    const chain = await createRetrievalChain({ retriever, combineDocsChain });
    const { answer, context } = await chain.invoke({ input: QUESTION });
    expect(answer).toBe("Mara Quill.");
    expect(idsOf(context)[0]).toBe("p0");
    expect(context.map((document) => getMatch(document)?.rank)).toEqual([1, 2]);
    expect(asked[0]).toContain(`${TEXTS[0]}\n\n`);
    expect(asked[0]).toContain(`Question: ${QUESTION}`);
  });

  it("searches by what was said before, with createHistoryAwareRetriever", async () => {
    const { model, asked } = saying("Where was Mara Quill born?", "In Oster.");
    const rephrasePrompt = ChatPromptTemplate.fromMessages([
      new MessagesPlaceholder("chat_history"),
      ["user", "{input}"],
      ["user", "Write the question so that it stands alone."],
    ]);
    const aware = await createHistoryAwareRetriever({ llm: model, retriever, rephrasePrompt });
    const combineDocsChain = await createStuffDocumentsChain({ llm: model, prompt: answerPrompt });
    // createRetrievalChain would give it the question alone: it takes all that has invoke for a retriever.
    const chain = RunnablePassthrough.assign({ context: aware }).pipe(
      RunnablePassthrough.assign({ answer: combineDocsChain }),
    );
    const chat_history = [new HumanMessage(QUESTION), new AIMessage("Mara Quill.")];
    const { answer, context } = await chain.invoke({
      input: "And where was she born?",
      chat_history,
    });
    expect(answer).toBe("In Oster.");
    expect(idsOf(context)[0]).toBe("p1");
    expect(asked).toHaveLength(2);
    const first = await aware.invoke({ input: QUESTION, chat_history: [] });
    expect(idsOf(first)[0]).toBe("p0");
    expect(asked).toHaveLength(2);
  });

  it("searches as its call says", async () => {
    const { model } = saying("yes");
    const combineDocsChain = await createStuffDocumentsChain({ llm: model, prompt: answerPrompt });
    const bound = retriever.withConfig({
      configurable: { psi: { filter: { source: "archive" } } },
    });
    const chain = await createRetrievalChain({ retriever: bound, combineDocsChain });
    const one = await chain.invoke({ input: QUESTION }, { configurable: { psi: { limit: 1 } } });
    expect(one.context).toHaveLength(1);
    const none = await chain.invoke(
      { input: QUESTION },
      { configurable: { psi: { filter: { source: "elsewhere" } } } },
    );
    expect(none.context).toEqual([]);
  });
});

it("RetrievalQAChain returns the answer and its sources", async () => {
  const { model, asked } = saying("Mara Quill.");
  const chain = RetrievalQAChain.fromLLM(model, retriever, { returnSourceDocuments: true });
  const { text, sourceDocuments } = await chain.invoke({ query: QUESTION });
  expect(text).toBe("Mara Quill.");
  expect(idsOf(sourceDocuments)[0]).toBe("p0");
  expect(getMatch(sourceDocuments[0])?.score).toBeGreaterThan(0);
  expect(asked[0]).toContain(TEXTS[0]);
});

describe("a sequence with RunnablePassthrough", () => {
  const sequence = (model: FakeListChatModel | FakeStreamingChatModel) =>
    RunnableSequence.from([
      {
        context: retriever.pipe((found) => found.map(({ pageContent }) => pageContent).join("\n")),
        input: new RunnablePassthrough<string>(),
      },
      answerPrompt,
      model,
      new StringOutputParser(),
    ]);

  it("answers one question, and several at once", async () => {
    const { model, asked } = saying("Mara Quill.");
    expect(await sequence(model).invoke(QUESTION)).toBe("Mara Quill.");
    expect(asked[0]).toContain(TEXTS[0]);
    const questions = [QUESTION, "Where do sheep graze?", "When did the mill close?"];
    expect(await sequence(model).batch(questions, { maxConcurrency: 2 })).toEqual([
      "Mara Quill.",
      "Mara Quill.",
      "Mara Quill.",
    ]);
    for (const question of questions) {
      expect(asked.slice(1).filter((prompt) => prompt.includes(question))).toHaveLength(1);
    }
  });

  it("streams the model's words", async () => {
    const responses = [new AIMessage("Mara Quill.")];
    const parts: string[] = [];
    for await (const part of await sequence(new FakeStreamingChatModel({ responses })).stream(
      QUESTION,
    )) {
      parts.push(part);
    }
    expect(parts.length).toBeGreaterThan(3);
    expect(parts.join("")).toBe("Mara Quill.");
  });

  it("streams events: the matches and the documents of the search, then the answer", async () => {
    const { model } = saying("Mara Quill.");
    const events = sequence(model).streamEvents(QUESTION, { version: "v2" });
    let matches: readonly PsiMatch[] = [];
    let documents: readonly Document[] = [];
    let answer: unknown;
    for await (const { event, name, data } of events) {
      if (name === "psi_search") ({ matches } = data as { matches: readonly PsiMatch[] });
      if (event === "on_retriever_end") documents = data.output;
      if (event === "on_chat_model_end") answer = data.output.content;
    }
    expect(documents).toHaveLength(2);
    expect(documents.map(getMatch)).toEqual(matches);
    expect(matches.map(({ nodeId }) => nodeId)).toEqual(idsOf(documents));
    expect(answer).toBe("Mara Quill.");
  });
});

it("createRetrieverTool reads the texts, as a part of the tool's run", async () => {
  const tool = createRetrieverTool(retriever, { name: "search_archive", description: "Searches." });
  const runs = new Map<string, string>();
  const parents: (string | undefined)[] = [];
  const handler = BaseCallbackHandler.fromMethods({
    handleToolStart: (_tool, _input, runId) => void runs.set(runId, "tool"),
    handleRetrieverStart: (_retriever, _query, _id, parent) =>
      void parents.push(runs.get(parent ?? "")),
  });
  const text = await tool.invoke({ query: QUESTION }, { callbacks: [handler] });
  expect(text.startsWith(`${TEXTS[0]}\n\n`)).toBe(true);
  expect(parents).toEqual(["tool"]);
});

it("fallbacks and retries go on where a search fails", async () => {
  let calls = 0;
  const failing = new PsiRetriever({
    retriever: {
      name: "failing",
      retrieve: async () => {
        calls++;
        throw new Error("no line");
      },
    },
  });
  const chain = RunnableLambda.from((question: string) => question.toLowerCase()).pipe(
    failing.withRetry({ stopAfterAttempt: 2 }).withFallbacks([retriever]),
  );
  expect(idsOf(await chain.invoke(QUESTION))[0]).toBe("p0");
  expect(calls).toBe(2);
});
