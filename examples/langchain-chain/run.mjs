// Documents in, an answering chain out. Run it with: npm run build && node examples/langchain-chain/run.mjs
import { Document } from "@langchain/core/documents";
import { StringOutputParser } from "@langchain/core/output_parsers";
import { ChatPromptTemplate } from "@langchain/core/prompts";
import { RunnablePassthrough, RunnableSequence } from "@langchain/core/runnables";
import { FakeListChatModel } from "@langchain/core/utils/testing";
import { PsiRetriever } from "@psi/langchain";

const documents = [
  "Ines Vail printed the Tarrow Almanac.",
  "The Almanac's printer lived in Dell.",
].map((pageContent) => new Document({ pageContent }));
const retriever = await PsiRetriever.fromDocuments(documents, { limit: 2 });
const model = new FakeListChatModel({ responses: ["In Dell."] }); // your chat model
const prompt = ChatPromptTemplate.fromTemplate("Answer from:\n{context}\n\nQuestion: {question}");
const context = retriever.pipe((found) => found.map((each) => each.pageContent).join("\n"));
const inputs = { context, question: new RunnablePassthrough() };
const chain = RunnableSequence.from([inputs, prompt, model, new StringOutputParser()]);
console.log(await chain.invoke("Where did Ines Vail live?"));
