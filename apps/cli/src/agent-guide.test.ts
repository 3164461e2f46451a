import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Asked, type ChatServer, chatServer, type Said } from "./testing/chat-server.js";
import { psi, type Workplace, workplace } from "./testing/psi.js";

const root = resolve(import.meta.dirname, "../../..");
const guide = readFileSync(resolve(root, "docs/guides/agent.md"), "utf8");

/** What a model of some size says to the guide's questions. */
function said({ body }: Asked): Said {
  const text = body.messages.map(({ content }) => content).join("\n");
  if (body.tools === undefined) {
    return {
      content: "Where was Hendry Pask, who built the Constant Anne, born?",
      usage: [157, 19],
    };
  }
  if (text.includes("Question: What was the trade")) {
    return text.includes("Searched for already") &&
      text.includes("trade of the father of Hendry Pask")
      ? {
          content: "Hendry Pask's father made coffins at Harsett [6].",
          tool: { name: "answer", args: { text: "He made coffins [6]." } },
          usage: [1624, 38],
        }
      : {
          content:
            "No. 31 lay in Amory's cabin on the first expedition [1], which sailed in the Constant Anne from Pask's Yard [2]. Pask's father is missing.",
          tool: {
            name: "retrieve",
            args: {
              queries: ["trade of the father of Hendry Pask, the shipbuilder of Pask's Yard"],
            },
          },
          usage: [1312, 71],
        };
  }
  const answer = text.includes("Question: Where was Hendry") ? "Harsett [1]" : "Hendry Pask [1]";
  return { tool: { name: "answer", args: { text: answer } }, usage: [1198, 16] };
}

describe("docs/guides/agent.md", () => {
  let place: Workplace;
  let server: ChatServer;
  beforeAll(async () => {
    place = await workplace();
    server = await chatServer(said);
    const corpus = resolve(root, "examples/demo/corpus.jsonl");
    await psi(["index", corpus, "--out", "pellmouth.psi"], { cwd: place.folder });
  }, 120_000);
  afterAll(async () => {
    server.close();
    await place.remove();
  });

  /** The output of a command of the guide, as it stands below it there. */
  const shown = (command: string): string => {
    const [, block = ""] = guide.split(`$ ${command}\n`);
    return timeless(block.slice(0, block.indexOf("\n```")));
  };
  const timeless = (text: string): string => text.trim().replaceAll(/\d+\.\d\d s/g, "… s");
  const ran = async (args: readonly string[], input = "") => {
    const { stdout, stderr } = await psi(args, { cwd: place.folder, input });
    return { stdout: timeless(stdout), stderr: timeless(stderr) };
  };

  it("shows an answer without a model as it comes", async () => {
    const question = "In which town was the builder of the ship that found Murrel Sound born?";
    const { stdout } = await ran(["ask", "pellmouth.psi", question, "--answer-length", "short"]);
    expect(stdout).toBe(shown(`psi ask pellmouth.psi "${question}" --answer-length short`));
  });

  it("shows an answer of a model step by step as it comes", async () => {
    const question =
      "What was the trade of the father of the man whose yard built the ship that first carried Chronometer No. 31?";
    const { stdout, stderr } = await ran([
      "ask",
      "pellmouth.psi",
      question,
      "--model",
      server.spec,
      "--steps",
    ]);
    const command = `psi ask pellmouth.psi "${question.replace(" built", " \\\n    built")}" --model $MODEL --steps`;
    expect(`${stderr}\n${stdout}`).toBe(shown(command));
  });

  it("shows a conversation as it comes", async () => {
    const questions = ["Who built the Constant Anne?", "And where was he born?"];
    const { stdout, stderr } = await ran(
      ["chat", "pellmouth.psi", "--model", server.spec],
      questions.join("\n"),
    );
    const typed = shown("psi chat pellmouth.psi --model $MODEL")
      .split("\n")
      .filter((line) => !line.startsWith("> ") && !line.startsWith("Ask a question."))
      .join("\n");
    expect(`${stdout}\n\n${stderr}`).toBe(typed);
  });
});
