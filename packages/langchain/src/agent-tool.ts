import { type AgentAnswer, type Citation, PsiError, titleOf } from "@psi/core";
import { passageHead, passageQuote } from "./passage-text.js";
import { type AgentSource, PsiAgent, type PsiAgentInput } from "./psi-agent.js";
import { type TextTool, textTool } from "./text-tool.js";

/** What the model is told of the tool; and the agent's options, where an index is given instead of an agent. */
export interface AgentToolOptions extends Omit<PsiAgentInput, "index"> {
  /** What the model calls it; "ask_documents" when left out. */
  readonly name?: string;
  /** Tells the model what can be asked. The better it says so, the better the calls. */
  readonly description?: string;
}

/**
 * The agent as a tool for other agents. The model reads the answer and the sources that it cites, each with
 * its number, its id and the words that are meant; the `AgentAnswer` is the tool message's artifact.
 *
 * Input that does not fit becomes a tool message with status "error" which tells the model what to give.
 * Faults (a failing model or embedder, a closed index, an abort) are thrown: no other wording would mend them.
 *
 * @throws PsiError `invalid-option` without anything to ask, and for options of an agent beside an agent.
 */
export function agentTool(
  agent: PsiAgent,
  options?: Pick<AgentToolOptions, "name" | "description">,
): TextTool<"question", AgentAnswer | undefined>;
export function agentTool(
  index: AgentSource,
  options?: AgentToolOptions,
): TextTool<"question", AgentAnswer | undefined>;
export function agentTool(
  source: AgentSource | PsiAgent,
  options: AgentToolOptions = {},
): TextTool<"question", AgentAnswer | undefined> {
  const {
    name = "ask_documents",
    description = "Answers a question from a collection of documents, looking up as often as it needs, and says which passages it rests on. Give it a whole question that stands alone.",
    ...how
  } = options;
  const agent = source instanceof PsiAgent ? source : new PsiAgent({ index: source, ...how });
  const [beside] = Object.keys(how);
  if (agent === source && beside !== undefined) {
    throw new PsiError(
      "invalid-option",
      `${beside} is the agent's own. Give it to the PsiAgent, or give agentTool an index.`,
    );
  }
  return textTool<"question", AgentAnswer | undefined>({
    name,
    description,
    key: "question",
    keyDescription: "A whole question with full names, understood without what was said before.",
    placeholder: "<a whole question>",
    none: undefined,
    async answer(question, config) {
      const answer = await agent.invoke(question, config);
      return [answerText(answer), answer];
    },
  });
}

function answerText(answer: AgentAnswer): string {
  const { text, answered, citations, ending, notes } = answer;
  const parts = [text];
  if (!answered) parts.push("Nothing of it was found. Ask for one part of it, or in other words.");
  // The answer is then none of the model's: whoever goes on with it must know.
  if (ending !== "answered") parts.push(...notes.map((note) => `Note: ${note}`));
  if (citations.length > 0) parts.push(`Sources:\n${sourcesText(answer)}`);
  return parts.join("\n\n");
}

/** One line for each number that is cited, with all that is meant of that passage. */
function sourcesText({ citations, evidence }: AgentAnswer): string {
  const byNumber = new Map<number, Citation[]>();
  for (const each of citations)
    byNumber.set(each.number, [...(byNumber.get(each.number) ?? []), each]);
  return [...byNumber]
    .map(([number, cited]) => {
      const node = evidence.find((each) => each.number === number)?.found.node;
      const head = passageHead(number, cited[0]?.passageId, node && titleOf(node));
      if (node === undefined) return head;
      const quotes = cited.map(({ start, end }) => passageQuote(node.text.slice(start, end)));
      return `${head}: ${quotes.join(", ")}`;
    })
    .join("\n");
}
