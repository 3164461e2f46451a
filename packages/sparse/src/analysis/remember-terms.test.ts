import { describe, expect, it } from "vitest";
import { rememberTerms } from "./remember-terms.js";

describe("rememberTerms", () => {
  const counting = (): { asked: string[]; termOf: (word: string) => string } => {
    const asked: string[] = [];
    const termOf = rememberTerms((word) => {
      asked.push(word);
      return word.slice(0, 3);
    });
    return { asked, termOf };
  };

  it("asks once for a short word, also when its term is empty", () => {
    const { asked, termOf } = counting();
    expect([termOf("otters"), termOf("otters"), termOf(""), termOf("")]).toEqual([
      "ott",
      "ott",
      "",
      "",
    ]);
    expect(asked).toEqual(["otters", ""]);
  });

  it("keeps no long word", () => {
    const { asked, termOf } = counting();
    for (const word of ["twelve-units", "thirteen-unit"]) {
      termOf(word);
      termOf(word);
    }
    expect(asked).toEqual(["twelve-units", "thirteen-unit", "thirteen-unit"]);
  });

  it("starts afresh after 50,000 words", () => {
    const { asked, termOf } = counting();
    for (let i = 0; i < 50_000; i++) termOf(`${i}`);
    termOf("0");
    expect(asked).toHaveLength(50_000);
    termOf("one more");
    termOf("0");
    expect(asked.slice(50_000)).toEqual(["one more", "0"]);
  });
});
