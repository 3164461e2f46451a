import { createReadStream } from "node:fs";
import { PsiError } from "@psi/core";

/** One line of a JSONL file. */
export interface JsonLine {
  /** Where it stands, for messages: "corpus.jsonl, line 3", with the path as it was given. */
  readonly place: string;
  readonly record: Readonly<Record<string, unknown>>;
}

/**
 * The objects of a JSONL file, read as they are asked for. Blank lines are passed over. Memory: one block
 * of the file and one line.
 *
 * @throws PsiError `unreadable-input` when the file cannot be read, and, naming the line, when one is not
 *   UTF-8, not JSON, or not an object, or when the file ends in the middle of it.
 */
export async function* jsonLines(path: string): AsyncGenerator<JsonLine, void, undefined> {
  let number = 0;
  for await (const { bytes, ended } of rawLines(path)) {
    number++;
    const place = `${path}, line ${number}`;
    const text = decoded(bytes, ended, place);
    if (text.trim() !== "") yield { place, record: parsed(text, ended, place) };
  }
}

interface RawLine {
  readonly bytes: Uint8Array;
  /** Whether a line break follows. */
  readonly ended: boolean;
}

/**
 * Cut at line feeds, on bytes: a block may end inside a character, and node:readline would also cut at
 * U+2028, which JSON allows inside a string.
 */
async function* rawLines(path: string): AsyncGenerator<RawLine, void, undefined> {
  let begun: Buffer[] = [];
  try {
    for await (const block of createReadStream(path) as AsyncIterable<Buffer>) {
      let start = 0;
      for (let end = block.indexOf(10); end >= 0; end = block.indexOf(10, start)) {
        begun.push(block.subarray(start, end));
        yield { bytes: Buffer.concat(begun), ended: true };
        begun = [];
        start = end + 1;
      }
      if (start < block.length) begun.push(block.subarray(start));
    }
  } catch (cause) {
    throw new PsiError(
      "unreadable-input",
      `${path} cannot be read. See that it exists, is a file and may be read.`,
      { cause },
    );
  }
  if (begun.length > 0) yield { bytes: Buffer.concat(begun), ended: false };
}

const cutShort = "the file ends in the middle of this line. It was cut short: get it again.";

function decoded(bytes: Uint8Array, ended: boolean, place: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    const problem = ended ? "this line is not UTF-8. Save the file as UTF-8." : cutShort;
    throw new PsiError("unreadable-input", `${place}: ${problem}`, { cause });
  }
}

function parsed(text: string, ended: boolean, place: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    const problem = ended ? "this line is not JSON. Give one JSON object a line." : cutShort;
    throw new PsiError("unreadable-input", `${place}: ${problem}`, { cause });
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return value as Readonly<Record<string, unknown>>;
  }
  throw new PsiError(
    "unreadable-input",
    `${place}: this line is JSON but not an object. Give one JSON object a line.`,
  );
}
