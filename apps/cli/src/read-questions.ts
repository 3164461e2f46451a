import { readFile } from "node:fs/promises";
import { PsiError } from "@psi/core";

/** A question and the ids of the passages that hold its answer. */
export interface LabelledQuestion {
  readonly question: string;
  readonly gold: readonly string[];
}

/** What a file of questions gave. */
export interface QuestionsRead {
  readonly questions: readonly LabelledQuestion[];
  /** Questions whose `gold` is empty: they can teach nothing. */
  readonly withoutGold: number;
}

const mostNamed = 5;

/**
 * Reads questions, one JSON object `{ question, gold: [id], … }` a line.
 * @param known the ids of the passages
 * @throws PsiError with the file and the line: `unreadable-input` for a file or a line that is not as it
 *   should be, `unknown-id` for gold that is no passage
 */
export async function readQuestions(
  file: string,
  known: ReadonlySet<string>,
): Promise<QuestionsRead> {
  const lines = (await readText(file)).split("\n");
  const all = lines.flatMap((line, position) =>
    line.trim() === "" ? [] : [questionOf(line, `${file}, line ${position + 1}`)],
  );
  const unknown = all.flatMap(({ gold, place }) =>
    gold.filter((id) => !known.has(id)).map((id) => `"${id}" (${place})`),
  );
  if (unknown.length > 0) {
    const more = unknown.length > mostNamed ? `, and ${unknown.length - mostNamed} more` : "";
    throw new PsiError(
      "unknown-id",
      `The index has no passages with these ids: ${unknown.slice(0, mostNamed).join(", ")}${more}. Give ids of the index that is tuned.`,
    );
  }
  const questions = all
    .filter(({ gold }) => gold.length > 0)
    .map(({ question, gold }) => ({ question, gold }));
  return { questions, withoutGold: all.length - questions.length };
}

async function readText(file: string): Promise<string> {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(await readFile(file));
  } catch (cause) {
    throw new PsiError(
      "unreadable-input",
      `${file} cannot be read. Give a file in UTF-8 with one JSON object a line.`,
      { cause },
    );
  }
}

function questionOf(line: string, place: string): LabelledQuestion & { readonly place: string } {
  const { question, gold } = parsed(line, place);
  if (typeof question !== "string" || question.trim() === "") {
    throw new PsiError(
      "unreadable-input",
      `${place}: "question" must be a string that is not blank.`,
    );
  }
  if (!Array.isArray(gold) || !gold.every((id) => typeof id === "string")) {
    throw new PsiError(
      "unreadable-input",
      `${place}: "gold" must be a list of the ids of the right passages.`,
    );
  }
  return { question, gold, place };
}

function parsed(line: string, place: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw new PsiError("unreadable-input", `${place} is not JSON.`, { cause });
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return value as Readonly<Record<string, unknown>>;
  }
  throw new PsiError("unreadable-input", `${place} is JSON, but no object.`);
}
