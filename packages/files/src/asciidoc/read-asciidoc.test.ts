import type { Passage } from "@psi/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { expectTruePlaces, passagesOf } from "../testing/read-document.js";
import { shown } from "../testing/shown.js";
import { readAsciidoc } from "./read-asciidoc.js";

const read = (text: string, tokens?: number): Promise<Passage[]> =>
  passagesOf(readAsciidoc, text, "guide.adoc", tokens);

describe("readAsciidoc", () => {
  it("knows sections by their marks", async () => {
    const text =
      "= Guide\n:toc: left\n\nA.\n\n[[no]]\n== Lights\n\nB.\n\n=== *Tolm*\n\nC.\n\n== Oil\n\nD.\n";
    expect(shown(await read(text))).toEqual([
      ["Guide", "Guide\nA."],
      ["Guide > Lights", "Lights\nB."],
      ["Guide > Lights > Tolm", "Tolm\nC."],
      ["Guide > Oil", "Oil\nD."],
    ]);
  });

  it.each([
    [
      "emphasis",
      "*a* _b_ `c` #d# un**believ**able snake_case_name",
      "a b c d un--believ--able snake_case_name",
    ],
    [
      "links",
      "https://a.example[a site], link:no.html[File], xref:no[X], <<no,the part>>",
      "https://a.example a site , File , X , the part",
    ],
    ["pictures", "image::no.png[A tower]", "A tower"],
    ["comments", "// no\n\n////\nno\n////\n\nYes.", "Yes."],
    ["attributes", ":no: x\n\nText {no} here.", "Text here."],
    ["code", "[source,ruby]\n----\nputs *x*\n----", "puts *x*"],
    ["blocks", ".The title\n====\nText.\n\n* one\n** two\n====", "The title\nText.\none\ntwo"],
    ["lists", "* one\n+\ngoes on\n* _two_\n. three", "one\ngoes on\ntwo\nthree"],
    ["tables", "|===\n|Name |Oil\n\n|Tolm |colza\n|===", "|Name |Oil\n|Tolm |colza"],
    ["admonitions", "NOTE: Mind the fog.", "NOTE: Mind the fog."],
  ])("indexes text without the markup of %s", async (_, text, wanted) => {
    expect(shown(await read(text))).toEqual([["guide", wanted]]);
  });

  it("has true places, and ends, for any text", async () => {
    const bit = fc.constantFrom(
      "= Title\n",
      "== Part\n",
      "----\n",
      "====\n",
      "=====\n",
      "****\n",
      "|===\n",
      "|a |b\n",
      "////\n",
      "* item\n",
      "** inner\n",
      "+\n",
      "\n",
      "\n\n",
      "[source]\n",
      ":a: b\n",
      "// c\n",
      "*",
      "_",
      "`",
      "<<a,b>>",
      "image::x[y]",
      "word ",
      "桥。",
      "\r\n",
      "```\n",
      "--\n",
    );
    await fc.assert(
      fc.asyncProperty(fc.array(bit, { maxLength: 60 }), async (bits) => {
        const text = bits.join("");
        expectTruePlaces(await read(text, 10), text);
      }),
      { numRuns: 200 },
    );
  });

  it("takes blocks that are nested too deep for text", async () => {
    const text = Array.from({ length: 200 }, (_, i) => `${"=".repeat(i + 4)}\nword ${i}\n`).join(
      "",
    );
    expect((await read(text)).map(({ pageContent }) => pageContent).join("")).toContain("word 199");
  });
});
