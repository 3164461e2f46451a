import type { Document } from "@langchain/core/documents";
import type { Embeddings } from "@langchain/core/embeddings";
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { expectTypeOf, test } from "vitest";
import { isPsiError, type PsiError } from "./errors.js";
import type { ChatModel, Embedder, NamedEmbedder } from "./models.js";
import type { Passage } from "./passage.js";
import { scriptedModel, wordEmbedder } from "./testing/fakes.js";

test("LangChain's classes are our parts", () => {
  expectTypeOf<Embeddings>().toExtend<Embedder>();
  expectTypeOf<BaseChatModel>().toExtend<ChatModel>();
  expectTypeOf<Document>().toExtend<Passage>();
});

test("fakes are parts", () => {
  expectTypeOf(wordEmbedder()).toExtend<NamedEmbedder>();
  expectTypeOf(scriptedModel([])).toExtend<ChatModel>();
});

test("isPsiError narrows what was thrown", () => {
  const thrown: unknown = undefined;
  if (isPsiError(thrown)) expectTypeOf(thrown).toEqualTypeOf<PsiError>();
});
