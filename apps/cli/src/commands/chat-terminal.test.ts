import { spawnSync } from "node:child_process";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type ChatServer, chatServer } from "../testing/chat-server.js";
import { islandIndex, type Workplace, workplace } from "../testing/psi.js";
import { type Terminal, terminal } from "../testing/terminal.js";

// A pseudo-terminal without a native dependency: util-linux's script, whose options other systems' lacks.
const present = spawnSync("script", ["--version"], { encoding: "utf8" }).stdout?.includes(
  "util-linux",
);

const reason = present ? "" : " (skipped: no script of util-linux to make a terminal)";
describe.skipIf(!present)(`psi chat on a terminal${reason}`, () => {
  const prompt = "\u001b[0J> ";
  let place: Workplace;
  let index: string;
  let server: ChatServer;
  let silent = false;
  let open: Terminal;
  beforeAll(async () => {
    place = await workplace();
    index = await islandIndex(place);
    server = await chatServer(() => (silent ? undefined : "Answer: Edda Voss [1]"));
  });
  afterEach(() => open.end());
  afterAll(async () => {
    server.close();
    await place.remove();
  });
  const start = async (): Promise<Terminal> => {
    silent = false;
    open = terminal(["chat", index, "--model", server.spec, "--protocol", "text"]);
    await open.until("/quit ends.");
    await open.until(prompt);
    return open;
  };

  it("prompts, says what it waits for, answers, and calls questions back", async () => {
    const { type, until, exitCode } = await start();
    type("Who paid?\r");
    expect(await until("Edda Voss [1]")).toMatch(
      /Thinking[\s\S]*Looking up[\s\S]*Reading \d passage/,
    );
    await until(prompt);
    type("\u001b[A");
    await until("Who paid?");
    type("\r");
    await until("Edda Voss [1]");
    await until(prompt);
    type("/quit\r");
    await until("2 questions · ");
    expect(await exitCode).toBe(0);
  });

  it("takes several lines that are pasted at once", async () => {
    const { type, until, exitCode } = await start();
    type("Who paid?\r/sources\r/quit\r");
    await until("1 round");
    await until("[1] The first light");
    await until("1 question · ");
    expect(await exitCode).toBe(0);
  });

  it("stops the question that is being answered at Ctrl-C, and ends at the prompt", async () => {
    const { type, until, exitCode } = await start();
    silent = true;
    const asked = server.nextRequest();
    type("Who paid?\r");
    await asked;
    type("\u0003");
    await until("Note: It was stopped");
    await until(prompt);
    type("half a quest\u0003");
    await until("1 question · ");
    expect(await exitCode).toBe(0);
  });

  it("ends at Ctrl-D", async () => {
    const { type, exitCode } = await start();
    type("\u0004");
    expect(await exitCode).toBe(0);
  });
});
