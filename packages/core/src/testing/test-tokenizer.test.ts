import { describe, it } from "vitest";
import { catches } from "./catches.js";
import { runContract } from "./contract.js";
import { testTokenizer } from "./test-tokenizer.js";

describe("a tokenizer of letters and digits", () => {
  runContract(
    testTokenizer(() => ({
      name: "letters",
      tokenize: (text) => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [],
    })),
    it,
  );
});

describe("testTokenizer catches a tokenizer that", () => {
  let calls = 0;
  const words = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];
  catches(
    [
      [
        "has another name each time",
        "has a name, the same whenever it is made alike",
        () => ({ name: `words-${calls++}`, tokenize: words }),
      ],
      [
        "finds nothing",
        "finds terms in ordinary text",
        () => ({ name: "none", tokenize: () => [] }),
      ],
      [
        "gives empty terms",
        "takes any text, and gives terms that are not blank",
        () => ({ name: "split", tokenize: (text: string) => text.split(/[^a-z]/) }),
      ],
      [
        "throws on unpaired surrogates",
        "takes any text, and gives terms that are not blank",
        () => ({ name: "uri", tokenize: (text: string) => words(encodeURIComponent(text)) }),
      ],
      [
        "remembers",
        "gives the same text the same terms",
        () => ({ name: "memory", tokenize: (text: string) => [...words(text), `${calls++}`] }),
      ],
      [
        "finds a term in nothing",
        "finds no terms in nothing",
        () => ({ name: "start", tokenize: (text: string) => ["^", ...words(text)] }),
      ],
    ],
    testTokenizer,
  );
});
