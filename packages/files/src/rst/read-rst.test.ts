import type { Passage } from "@psi/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { expectTruePlaces, passagesOf } from "../testing/read-document.js";
import { shown } from "../testing/shown.js";
import { readRst } from "./read-rst.js";

const read = (text: string, tokens?: number): Promise<Passage[]> =>
  passagesOf(readRst, text, "guide.rst", tokens);

describe("readRst", () => {
  it("knows sections by the order in which their styles come", async () => {
    const text =
      "=====\nGuide\n=====\n\nA.\n\nLights\n======\n\nB.\n\nTolm\n----\n\nC.\n\nOil\n===\n\nD.\n";
    expect(shown(await read(text))).toEqual([
      ["Guide", "Guide\nA."],
      ["Guide > Lights", "Lights\nB."],
      ["Guide > Lights > Tolm", "Tolm\nC."],
      ["Guide > Oil", "Oil\nD."],
    ]);
  });

  it.each([
    ["emphasis", "*a* **b** un\\ *believ*\\ able", "a b un---believ---able"],
    ["literals", "``code *x*`` here", "code *x* here"],
    ["roles", ":ref:`the text <no>` and :py:func:`~a.b`", "the text and a.b"],
    ["links", "`a site <https://no.no>`_ and link_ and `other`__", "a site and link and other"],
    ["substitutions", "|name| here", "name here"],
    ["footnotes", "Text [1]_ here.\n\n.. [1] The note.", "Text here.\nThe note."],
    ["targets and comments", ".. _no: https://no.no\n\n.. no\n   no\n\nYes.", "Yes."],
    ["pictures", ".. image:: no.png\n   :alt: A tower\n   :width: 3\n\nYes.", "A tower\nYes."],
    ["hidden directives", ".. toctree::\n   :maxdepth: 1\n\n   no\n\nYes.", "Yes."],
    ["notes", ".. note:: Mind the *fog*.\n\n   And the rocks.", "Mind the fog .\nAnd the rocks."],
    ["code", ".. code-block:: python\n   :linenos:\n\n   x = *a*", "python\nx = *a*"],
    ["literal blocks", "So::\n\n   as *it* is\n\nEnd.", "So::\nas *it* is\nEnd."],
    ["lists", "- one\n  goes on\n\n- *two*", "- one\ngoes on\n- two"],
    ["tables", "+-----+\n| Oil |\n+=====+\n| No  |\n+-----+", "| Oil |\n| No |"],
    [
      "simple tables",
      "====  ====\nName  Oil\n====  ====\nTolm  colza\n====  ====",
      "Name Oil\nTolm colza",
    ],
  ])("indexes text without the markup of %s", async (_, text, wanted) => {
    expect(shown(await read(text))).toEqual([["guide", wanted]]);
  });

  it("repeats the directive of code that is cut", async () => {
    const text = `.. code-block:: python\n\n${'   light = "Tolm"\n'.repeat(60)}\nEnd.\n`;
    const parts = (await read(text)).filter(({ metadata }) => metadata.repeated !== undefined);
    expect(parts.length).toBeGreaterThan(1);
    for (const { pageContent } of parts) {
      expect(pageContent).toMatch(/^\.\. code-block:: python\n\n {3}light/);
    }
  });

  it("has true places, and drops nothing but markup, for any text", async () => {
    const bit = fc.constantFrom(
      "Title\n",
      "=====\n",
      "-----\n",
      ".. note:: x\n",
      ".. _a: b\n",
      "   body\n",
      "   :opt: x\n",
      "- item\n",
      "\n",
      "\n\n",
      "::\n",
      "`",
      "``",
      "*",
      "**",
      "|",
      "+---+\n",
      "| a |\n",
      "==  ==\n",
      "word ",
      "桥。",
      "\r\n",
      "\t",
      "_",
      "[1]_",
      ".. [1] n\n",
    );
    await fc.assert(
      fc.asyncProperty(fc.array(bit, { maxLength: 60 }), async (bits) => {
        const text = bits.join("");
        expectTruePlaces(await read(text, 10), text);
      }),
      { numRuns: 200 },
    );
  });
});
