// A LangGraph agent with two tools of ours: one searches passages, one reads and answers by itself.
// Run it with: npm run build && OPENAI_API_KEY=… node examples/langgraph-agent/run.mjs
// With OPENAI_BASE_URL it asks any other server of that protocol.
import { Document } from "@langchain/core/documents";
import { ChatOpenAI } from "@langchain/openai";
import { agentTool, PsiRetriever, searchTool } from "@psi/langchain";
import { createAgent } from "langchain";

const documents = [
  "The Tarrow Almanac was first printed by Ines Vail.",
  "Ines Vail, the printer, lived in Dell all her life.",
  "Dell is known for its three mills.",
].map((pageContent, i) => new Document({ id: `almanac-${i + 1}`, pageContent }));
const retriever = await PsiRetriever.fromDocuments(documents);
const model = new ChatOpenAI({ model: process.env.OPENAI_MODEL ?? "gpt-4.1-mini" });

const agent = createAgent({
  model,
  tools: [
    searchTool(retriever, { name: "search_almanac", limit: 2 }),
    agentTool(retriever.index, { name: "ask_almanac", model, limit: 2, maxTokens: 20_000 }),
  ],
  systemPrompt: "Answer from the almanac's archive, with the tools. Name your sources.",
});

const question =
  "Where did the first printer of the Tarrow Almanac live, and what is that place known for?";
const messages = [{ role: "user", content: question }];
for await (const { event, name, data } of agent.streamEvents({ messages }, { version: "v2" })) {
  if (event === "on_tool_start") console.log(`→ ${name} ${JSON.stringify(data.input)}`);
  // The steps inside ask_almanac, as they happen.
  if (name === "psi_retrieval") console.log(`  looks up: ${data.queries.join(" | ")}`);
  if (name === "psi_answer") console.log(`  answers: ${data.answer.text}`);
  if (event === "on_chain_end" && name === "LangGraph")
    console.log(data.output.messages.at(-1).text);
}
await retriever.index.close();
