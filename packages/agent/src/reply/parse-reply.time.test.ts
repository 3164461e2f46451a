import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkReply } from "../testing/check-reply.js";
import { pieces } from "../testing/reply-pieces.js";

describe("parseReply reads a megabyte in time", () => {
  /** Far above what it takes, far below what a pattern that goes over the text again and again takes. */
  const most = 5_000;
  it.each(["", "Answer:", "Retrieve: ", "Answer is ", "<answer>", '{"queries": ["'])(
    "behind %j",
    (head) => {
      const length = head === "" ? 1_000_000 : 200_000;
      for (const piece of pieces) {
        const text = head + piece.repeat(Math.ceil(length / piece.length));
        const start = performance.now();
        checkReply(text);
        expect(performance.now() - start, `${JSON.stringify(piece)} took too long`).toBeLessThan(
          most,
        );
      }
    },
  );

  it("of two pieces in turn", () => {
    const piece = fc.constantFrom(...pieces);
    fc.assert(
      fc.property(piece, piece, piece, (a, b, c) => {
        const text = c + `${a}${b}`.repeat(50_000);
        const start = performance.now();
        checkReply(text);
        expect(performance.now() - start).toBeLessThan(most);
      }),
      { numRuns: 40 },
    );
  });
});
