import assert from "node:assert/strict";
import type { Tokenizer } from "../sparse-index.js";
import { type ContractCase, casesOf, type Make } from "./contract.js";
import { oddTexts } from "./odd-texts.js";

/**
 * The contract of `Tokenizer`.
 *
 * @param make a tokenizer for each case, always with the same options.
 */
export function testTokenizer(make: Make<Tokenizer>): readonly ContractCase[] {
  return casesOf(make, rulesFor(make)).map(({ name, run }) => ({
    name: `tokenizer: ${name}`,
    run,
  }));
}

function rulesFor(make: Make<Tokenizer>): Record<string, (tokenizer: Tokenizer) => Promise<void>> {
  return {
    "has a name, the same whenever it is made alike": async ({ name }) => {
      assert.notEqual(name.trim(), "");
      assert.equal((await make()).name, name);
    },
    "finds terms in ordinary text": async (tokenizer) => {
      const terms = tokenizer.tokenize("Lighthouse keepers counted 1854 ships. 灯塔 маяк");
      assert.ok(terms.length > 0, "no terms");
    },
    "takes any text, and gives terms that are not blank": async (tokenizer) => {
      for (const text of [...oddTexts, ...everyUnit(), ...randomTexts(500)]) {
        for (const term of tokenizer.tokenize(text)) {
          assert.equal(typeof term, "string");
          assert.notEqual(term.trim(), "", `a blank term in ${JSON.stringify(text.slice(0, 80))}`);
        }
      }
    },
    "gives the same text the same terms": async (tokenizer) => {
      const again = await make();
      for (const text of [...oddTexts, ...randomTexts(100)]) {
        const first = [...tokenizer.tokenize(text)];
        assert.deepEqual([...tokenizer.tokenize(text)], first);
        assert.deepEqual([...again.tokenize(text)], first);
      }
    },
    "analyses the words that it cuts, where it analyses": async (tokenizer) => {
      for (const text of [...oddTexts, ...randomTexts(200)]) {
        const tokens = tokenizer.analyze?.(text);
        if (tokens === undefined) return;
        const words = tokens.filter(({ isStopWord }) => !isStopWord).map(({ term }) => term);
        assert.deepEqual(words, [...tokenizer.tokenize(text)]);
        for (const { term, variants, broader } of tokens) {
          for (const each of [term, ...variants, ...broader]) assert.notEqual(each.trim(), "");
        }
      }
    },
    "finds no terms in nothing": async (tokenizer) => {
      assert.deepEqual([...tokenizer.tokenize("")], []);
      assert.deepEqual([...tokenizer.tokenize(" \r\n\t")], []);
    },
  };
}

/** Every UTF-16 unit once, 256 to a text: lone surrogates, controls, marks without a letter. */
function everyUnit(): readonly string[] {
  return Array.from({ length: 256 }, (_, block) =>
    String.fromCharCode(...Array.from({ length: 256 }, (_, i) => block * 256 + i)),
  );
}

/** Texts from letters, marks, digits and space of many scripts, the same at every call. */
function randomTexts(count: number): readonly string[] {
  const alphabet = [..."aZé9.-' \n_@#桥の한яעم\u0301\u200d👍🏽\u0000"].concat(
    "\ud800",
    "ing",
    "'s",
  );
  let state = 1;
  const next = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 8) % below;
  };
  return Array.from({ length: count }, () =>
    Array.from({ length: next(40) }, () => alphabet[next(alphabet.length)]).join(""),
  );
}
