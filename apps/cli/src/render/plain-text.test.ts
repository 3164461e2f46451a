import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plainLines, plainText } from "./plain-text.js";

describe("plainText", () => {
  it("removes escape sequences whole", () => {
    expect(plainText("a\u001b[31mred\u001b[0m b")).toBe("ared b");
    expect(plainText("\u001b]0;title\u0007text")).toBe("text");
    expect(plainText("\u001b]8;;http://x.test\u0007link\u001b]8;;\u0007")).toBe("link");
    expect(plainText("a\u009b2Jb")).toBe("ab");
  });

  it("removes control characters and marks that turn the line around", () => {
    expect(plainText("a\u0000b\u0008c\u007fd")).toBe("abcd");
    expect(plainText("abc\u202etxt.exe")).toBe("abctxt.exe");
  });

  it("puts text on one line", () => {
    expect(plainText("  one\r\ntwo\tthree\u2028four  ")).toBe("one two three four");
  });

  it("replaces lone surrogates and keeps whole pairs", () => {
    expect(plainText("a\ud800b")).toBe("a\ufffdb");
    expect(plainText("a😀b")).toBe("a😀b");
  });

  it("lets nothing through that moves the cursor", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(plainText(text)).not.toMatch(/\p{Cc}/u);
      }),
    );
  });
});

describe("plainLines", () => {
  it("keeps line breaks, of every system, and nothing else", () => {
    expect(plainLines("one\r\ntwo\rthree\n\u001b[2Jfour")).toBe("one\ntwo\nthree\nfour");
  });
});
