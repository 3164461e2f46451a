import { describe, expect, it } from "vitest";
import { rememberTokens } from "./remember-tokens.js";
import { contentToken } from "./token.js";

function counting(): {
  readonly asked: string[];
  tokensOf(run: string): readonly string[];
} {
  const asked: string[] = [];
  const tokensAt = rememberTokens((run) => {
    asked.push(run);
    return [contentToken(run.toLowerCase())];
  });
  return {
    asked,
    tokensOf: (run) => tokensAt(`<${run}>`, 1, 1 + run.length).map(({ term }) => term),
  };
}

describe("rememberTokens", () => {
  it("asks once for a run that comes often", () => {
    const { asked, tokensOf } = counting();
    expect(["Otter", "river", "Otter", "", ""].map(tokensOf)).toEqual([
      ["otter"],
      ["river"],
      ["otter"],
      [""],
      [""],
    ]);
    expect(asked).toEqual(["Otter", "river", ""]);
  });

  it("tells runs apart whatever they begin with", () => {
    const { tokensOf } = counting();
    const runs = Array.from({ length: 3_000 }, (_, i) => `a${i}`);
    for (let round = 0; round < 2; round++)
      for (const run of runs) expect(tokensOf(run)).toEqual([run]);
  });

  it("does not keep a run of more than forty units", () => {
    const { asked, tokensOf } = counting();
    for (const length of [40, 41]) {
      tokensOf("x".repeat(length));
      tokensOf("x".repeat(length));
    }
    expect(asked.map(({ length }) => length)).toEqual([40, 41, 41]);
  });

  it("starts afresh after 65,536 runs", () => {
    const { asked, tokensOf } = counting();
    for (let i = 0; i < 65_536; i++) tokensOf(`${i}`);
    tokensOf("0");
    expect(asked).toHaveLength(65_536);
    tokensOf("one more");
    tokensOf("0");
    expect(asked.slice(65_536)).toEqual(["one more", "0"]);
  });
});
