import assert from "node:assert/strict";
import type { Abstract, Abstracter, AbstractGroup } from "../abstracter.js";
import { assertAborts, frozen } from "./asserting.js";
import { type ContractCase, casesOf, type Make } from "./contract.js";
import { oddTexts } from "./odd-texts.js";

const texts: readonly string[] = [
  "The copper mine at Tarn was opened in 1854 by Edda Rowan.",
  "Edda Rowan sold the copper mine at Tarn to a railway company.",
  "The railway company closed the mine and kept the land.",
];
const group: AbstractGroup = frozen({ texts: [...texts], layer: 1 });

/**
 * The contract of `Abstracter`.
 *
 * @param make an abstracter for each case, always with the same options. One that asks a model must be
 * given one that replies to every call.
 */
export function testAbstracter(make: Make<Abstracter>): readonly ContractCase[] {
  const rules = { ...describing, ...abstracting, ...stable(make) };
  return casesOf(make, rules).map(({ name, run }) => ({ name: `abstracter: ${name}`, run }));
}

type AbstracterRules = Record<string, (abstracter: Abstracter) => Promise<void>>;

const describing: AbstracterRules = {
  "has a name, and says whether it is free": async ({ name, free }) => {
    assert.notEqual(name.trim(), "");
    assert.equal(typeof free, "boolean");
  },
  "says how many abstracts may be asked for at once, from 1, or nothing": async ({
    concurrency = 1,
  }) => {
    assert.ok(Number.isInteger(concurrency) && concurrency >= 1, `concurrency is ${concurrency}`);
  },
  "estimates the cost in tokens, unless it is free": async (abstracter) => {
    const cost = abstracter.estimate?.(group);
    assert.equal(cost === undefined, abstracter.free, "estimate() is left out exactly when free");
    if (cost === undefined) return;
    for (const tokens of [cost.promptTokens, cost.completionTokens]) {
      assert.ok(Number.isFinite(tokens) && tokens > 0, `${tokens} tokens`);
    }
  },
  "can be bound to a corpus, when it compares": async (abstracter) => {
    for (const corpus of [[...texts, ...oddTexts], []]) {
      const bound = abstracter.forCorpus?.(new Set(corpus));
      if (bound === undefined) return;
      assert.notEqual(bound.name.trim(), "");
      assert.equal(bound.free, abstracter.free);
      assertAbstract(await bound.abstract(group), true);
    }
  },
};

const abstracting: AbstracterRules = {
  "condenses a few texts, and leaves the group as it is": async (abstracter) => {
    assertAbstract(await abstracter.abstract(group), true);
  },
  "takes one text": async (abstracter) => {
    assertAbstract(await abstracter.abstract({ texts: texts.slice(0, 1), layer: 1 }), true);
  },
  "takes titles, nearness to the middle, and upper layers": async (abstracter) => {
    const more = { titles: ["Tarn", undefined, ""], centrality: [0.9, -1, 0] };
    for (const layer of [1, 2, 7]) {
      assertAbstract(await abstracter.abstract(frozen({ ...group, ...more, layer })), true);
    }
  },
  "takes 40 texts": async (abstracter) => {
    const many = Array.from({ length: 40 }, (_, i) => `${texts[i % 3]} It was told ${i} times.`);
    assertAbstract(await abstracter.abstract({ texts: many, layer: 1 }), true);
  },
  "takes equal texts": async (abstracter) => {
    const equal = new Array<string>(5).fill(texts[0] as string);
    assertAbstract(await abstracter.abstract({ texts: equal, layer: 1 }), true);
  },
  "takes empty texts": async (abstracter) => {
    for (const empty of [[""], ["", "  ", "\n"], [...texts, ""]]) {
      assertAbstract(await abstracter.abstract({ texts: empty, layer: 1 }), false);
    }
  },
  "takes huge texts": async (abstracter) => {
    const huge = texts.map((text) => `${text} `.repeat(5_000));
    assertAbstract(await abstracter.abstract({ texts: huge, layer: 1 }), true);
  },
  "takes any text": async (abstracter) => {
    for (const odd of oddTexts) {
      assertAbstract(
        await abstracter.abstract({ texts: [odd, texts[0] as string], layer: 1 }),
        false,
      );
    }
    assertAbstract(await abstracter.abstract({ texts: oddTexts, layer: 1 }), false);
  },
  "rejects with the reason of an aborted signal": async (abstracter) => {
    await assertAborts((signal) => abstracter.abstract(group, { signal }));
  },
};

/** Rules that compare two abstracters made alike. */
function stable(make: Make<Abstracter>): AbstracterRules {
  return {
    "has the same name whenever it is made alike": async ({ name }) => {
      assert.equal((await make()).name, name);
    },
    "writes the same abstract again when free": async (abstracter) => {
      if (!abstracter.free) return;
      const first = await abstracter.abstract(group);
      await abstracter.abstract({ texts: ["Something else.", "And more."], layer: 2 });
      assert.deepEqual(await abstracter.abstract(group), first);
      assert.deepEqual(await (await make()).abstract(group), first);
    },
  };
}

function assertAbstract({ text, notes }: Abstract, hasWords: boolean): void {
  assert.equal(typeof text, "string");
  if (hasWords) assert.notEqual(text.trim(), "", "the abstract is empty");
  assert.ok(Array.isArray(notes), "notes is no array");
  for (const note of notes) assert.ok(typeof note === "string" && note.trim() !== "");
}
