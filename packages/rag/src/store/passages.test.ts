import { expect, it } from "vitest";
import { passageHash } from "./keys.js";
import { decodePassage } from "./passages.js";

const encoded = (passage: object): [Uint8Array, string] => [
  Buffer.from(JSON.stringify(passage)),
  passageHash(passage as never),
];

it("reads a passage whose bytes have the hash of its key, and no other", () => {
  const passage = { id: "a", pageContent: "Pask", metadata: { source: "a.md", "1": 2 } };
  const [bytes, hash] = encoded(passage);
  expect(decodePassage(bytes, hash)).toEqual(passage);
  for (const other of ["", "null", "7", '"a"', "{}", JSON.stringify({ ...passage, id: "b" })]) {
    expect(() => decodePassage(Buffer.from(other), hash)).toThrow(
      expect.objectContaining({ code: "corrupt-index" }),
    );
  }
  expect(() => decodePassage(undefined, hash)).toThrow(
    expect.objectContaining({ code: "corrupt-index" }),
  );
});

it("reads metadata that an earlier version kept as null as empty ones", () => {
  const [bytes, hash] = encoded({ id: "a", pageContent: "Pask", metadata: null });
  expect(decodePassage(bytes, hash).metadata).toEqual({});
});
