// What people look for and did not find: one table a class, each row a query and the only text that fits it best.
import { describe, expect, it } from "vitest";
import { bm25 } from "./bm25.js";

const filler = [
  "Sheep graze above the village of Orrin.",
  "A heron nests beside the weir.",
  "The council met in spring and adjourned.",
];

interface Case {
  readonly texts: readonly string[];
  /** A query, and the position of the text that must be first, alone. */
  readonly queries: readonly (readonly [query: string, first: number])[];
}

const cases: Readonly<Record<string, Case>> = {
  "single characters": {
    texts: [
      "Charts drawn in R.",
      "Charts drawn in C.",
      "Charts drawn in C++.",
      "Charts drawn in C#.",
    ],
    queries: [
      ["R", 0],
      ["C++", 2],
      ["c#", 3],
      ["charts in r", 0],
    ],
  },
  "a letter that is an article elsewhere": {
    texts: [
      "Carrots have vitamin A.",
      "Bread has vitamin B.",
      "The sun gives a vitamin D.",
      "维生素A对视力有益",
      "维生素B对神经有益",
    ],
    queries: [
      ["vitamin A", 0],
      ["Vitamin B", 1],
      ["维生素 A", 3],
      ["维生素b", 4],
    ],
  },
  "decimals and units": {
    texts: [
      "Take 5 ml.",
      "Take 0.5 ml.",
      "Take 0,25 ml.",
      "Take 10ml.",
      "Weighs 1,500 kg.",
      "Weighs 1500.5 kg.",
    ],
    queries: [
      ["0.5 ml", 1],
      ["0.25 ml", 2],
      ["10 ml", 3],
      ["1500 kg", 4],
      [".5 ml", 1],
    ],
  },
  "versions and addresses": {
    texts: [
      "Fixed in v2.10.1.",
      "Fixed in v2.10.2.",
      "Fixed in 3.0.",
      "Call 192.168.0.1:8080.",
      "Call 192.168.0.2:8080.",
    ],
    queries: [
      ["2.10.2", 1],
      ["v2.10.1", 0],
      ["3.0", 2],
      ["192.168.0.2", 4],
      ["192.168.0.1:8080", 3],
    ],
  },
  "codes with hyphens": {
    texts: [
      "Order AB-12-C.",
      "Order AB-12-D.",
      "Call 555-0142.",
      "Call 555-0143.",
      "Due on 2024-05-01.",
      "Due on 2024-05-02.",
    ],
    queries: [
      ["AB-12-D", 1],
      ["ab12c", 0],
      ["555-0143", 3],
      ["2024-05-01", 4],
    ],
  },
  "dotted abbreviations": {
    texts: [
      "The U.N. met.",
      "The E.U. met.",
      "She has a Ph.D. in peat.",
      "She has a B.Sc. in peat.",
      "It opens at 9 a.m. daily.",
    ],
    queries: [
      ["UN", 0],
      ["e.u.", 1],
      ["PhD", 2],
      ["bsc", 3],
      ["9 am", 4],
    ],
  },
  "stop words and negation": {
    texts: [
      "Ask the IT office.",
      "Ask the HR office.",
      "Will Reef paints.",
      "Joan Reef paints.",
      "Let it be.",
      "Do not enter.",
      "Please enter.",
    ],
    queries: [
      ["IT", 0],
      ["the IT office", 0],
      ["will reef", 2],
      ["don't enter", 5],
      ["it be", 4],
    ],
  },
  accents: {
    texts: [
      "El Niño warms.",
      "El Nino bar.",
      "Crème brûlée.",
      "Ein Straßenfest.",
      "Smørrebrød shop.",
      "Łódź mill.",
      "Göring Platz.",
    ],
    queries: [
      ["niño", 0],
      ["creme brulee", 2],
      ["strassenfest", 3],
      ["smorrebrod", 4],
      ["lodz", 5],
      ["goering", 6],
    ],
  },
  "dotted and dotless i": {
    texts: ["İzmir ferry.", "Ankara ferry.", "Isparta roses.", "Diyarbakır walls."],
    queries: [
      ["izmir", 0],
      ["IZMIR", 0],
      ["diyarbakir", 3],
      ["İZMİR ferry", 0],
    ],
  },
  "signs at a word": {
    texts: [
      "Warmtex™ cloth.",
      "Coldtex® cloth.",
      "Growth² was fast.",
      "Area of 5 m².",
      "CO₂ rises.",
      "Add 1½ cups.",
      "№5 scent.",
    ],
    queries: [
      ["warmtex", 0],
      ["coldtex", 1],
      ["growth", 2],
      ["5 m2", 3],
      ["co2", 4],
      ["1/2 cup", 5],
      ["no 5", 6],
    ],
  },
  "words in one": {
    texts: [
      "Open max_open_files now.",
      "Call parseHTMLText now.",
      "Read docs/setup/first-run.md now.",
      "Use __init__ now.",
      "Set --dry-run now.",
      "Run Node.js now.",
    ],
    queries: [
      ["max open files", 0],
      ["max_open_files", 0],
      ["parse html text", 1],
      ["first-run.md", 2],
      ["docs setup", 2],
      ["init", 3],
      ["dryrun", 4],
      ["node.js", 5],
    ],
  },
  "compounds written in two ways": {
    texts: [
      "Send e-mail.",
      "Send letters.",
      "The GPT-4 log.",
      "The GPT3 log.",
      "AC/DC played.",
      "R&D office.",
    ],
    queries: [
      ["email", 0],
      ["GPT4", 2],
      ["gpt-3", 3],
      ["ac/dc", 4],
      ["R&D", 5],
    ],
  },
  emoji: {
    texts: ["Great 👍🏽", "Bad 👎", "Off we go 🚀", "Flag 🇩🇪", "Flag 🇫🇷"],
    queries: [
      ["👍", 0],
      ["👍🏿", 0],
      ["🚀", 2],
      ["🇫🇷", 4],
    ],
  },
  "one typing error": {
    texts: [
      "The lighthouse on Gull Point.",
      "A gallery of paintings.",
      "Hendry Pask was a mason.",
      "Robert Quarrie.",
    ],
    queries: [
      ["lighthuose", 0],
      ["lihgthouse", 0],
      ["galery", 1],
      ["Hendrey", 2],
      ["Qarrie", 3],
    ],
  },
};

describe.each(Object.entries(cases))("%s", (_, { texts, queries }) => {
  const index = bm25([...texts, ...filler]);
  it.each(queries)("%s is found first", (query, first) => {
    const [best, second] = index.search(query, 2);
    expect(best?.id).toBe(first);
    expect(best?.score).toBeGreaterThan(second?.score ?? 0);
  });
});
