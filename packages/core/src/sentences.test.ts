import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sentences } from "./sentences.js";

/** The sentences as text, without the white space between them. */
function cut(text: string): string[] {
  return sentences(text).map(({ start, end }) => text.slice(start, end).trim());
}

describe("sentences", () => {
  it.each<[string, string[]]>([
    ["One. Two! Three? Four", ["One.", "Two!", "Three?", "Four"]],
    ["She moved to the U.S. in 1950. He stayed.", ["She moved to the U.S. in 1950.", "He stayed."]],
    ["She lives in the U.S. He does not.", ["She lives in the U.S.", "He does not."]],
    ["The U.S. Army came. It left.", ["The U.S. Army came.", "It left."]],
    ["Dr. Ada Vance met Mr. Orr. They talked.", ["Dr. Ada Vance met Mr. Orr.", "They talked."]],
    ["J. R. R. Tolkien wrote it. It sold.", ["J. R. R. Tolkien wrote it.", "It sold."]],
    ["J.R.R. Tolkien wrote it.", ["J.R.R. Tolkien wrote it."]],
    ["They chose plan B. The rest is known.", ["They chose plan B.", "The rest is known."]],
    ["By J. A. Smith. It sold.", ["By J. A. Smith.", "It sold."]],
    ["It costs 3.14 dollars. Pay 1.000,50 now.", ["It costs 3.14 dollars.", "Pay 1.000,50 now."]],
    [
      "Born Jan. 5, 1950. Died in 2001. Buried.",
      ["Born Jan. 5, 1950.", "Died in 2001.", "Buried."],
    ],
    ["See No. 5 first. No. Not that.", ["See No. 5 first.", "No.", "Not that."]],
    ["Well... maybe. Then... Nothing came.", ["Well... maybe.", "Then...", "Nothing came."]],
    ['He said "Stop." Then he left.', ['He said "Stop."', "Then he left."]],
    ["“Why?” she asked. He knew.", ["“Why?” she asked.", "He knew."]],
    ["It ended (as it began.) Then came rain.", ["It ended (as it began.)", "Then came rain."]],
    ["Known for “What Is?” books. More came.", ["Known for “What Is?” books.", "More came."]],
    [
      "Acme Inc. makes bolts. Acme Inc. The end.",
      ["Acme Inc. makes bolts.", "Acme Inc.", "The end."],
    ],
    [
      "At 5 a.m. we left. We slept at 9 p.m. They woke.",
      ["At 5 a.m. we left.", "We slept at 9 p.m.", "They woke."],
    ],
    ["Use e.g. salt, etc. and stir. Serve.", ["Use e.g. salt, etc. and stir.", "Serve."]],
    ["all small here. no capitals at all. end", ["all small here.", "no capitals at all.", "end"]],
    [
      'It began ( fl. 1220) here. " ... Then came rain.',
      ["It began ( fl. 1220) here.", '" ... Then came rain.'],
    ],
    ["Really?! Yes!!! Good.", ["Really?!", "Yes!!!", "Good."]],
    ["Visit example.com now. Or v1.2.3 later.", ["Visit example.com now.", "Or v1.2.3 later."]],
    ["¿Qué pasa? ¡Nada! Bien.", ["¿Qué pasa?", "¡Nada!", "Bien."]],
  ])("cuts %j", (text, expected) => {
    expect(cut(text)).toEqual(expected);
  });

  it.each<[string, string[]]>([
    ["今天下雨。我们在家！你呢？好的", ["今天下雨。", "我们在家！", "你呢？", "好的"]],
    ["他说：“走吧。”我们走了。", ["他说：“走吧。”", "我们走了。"]],
    ["「行くよ。」と言った。雨だ。", ["「行くよ。」と言った。", "雨だ。"]],
    ["他来了.我走了.", ["他来了.", "我走了."]],
    ["圆周率是3.14。很有名。", ["圆周率是3.14。", "很有名。"]],
    ["他想……还是算了。走。", ["他想……还是算了。", "走。"]],
    ["هل أنت هنا؟ نعم. حسنا", ["هل أنت هنا؟", "نعم.", "حسنا"]],
    ["यह एक है। यह दो है।", ["यह एक है।", "यह दो है।"]],
  ])("cuts %j, written in another script", (text, expected) => {
    expect(cut(text)).toEqual(expected);
  });

  it.each<[string, string[]]>([
    ["A title\nIts text runs on. And on.", ["A title", "Its text runs on.", "And on."]],
    ["no stop here\n\nnext paragraph", ["no stop here", "next paragraph"]],
    [
      "This line was wrapped by hand after some eighty columns of\nText and goes on. End.",
      ["This line was wrapped by hand after some eighty columns of\nText and goes on.", "End."],
    ],
    ["it goes\non here. Yes.", ["it goes\non here.", "Yes."]],
    ["Bring:\r\n- salt\r\n- bread\r\n", ["Bring:", "- salt", "- bread"]],
    ["1. First thing\n2. Second thing", ["1. First thing", "2. Second thing"]],
    ["# Head of the page\nText.", ["# Head of the page", "Text."]],
  ])("minds the lines of %j", (text, expected) => {
    expect(cut(text)).toEqual(expected);
  });

  it("has no sentence for an empty text and one for white space", () => {
    expect(sentences("")).toEqual([]);
    expect(sentences(" \n\n ")).toEqual([{ start: 0, end: 4 }]);
  });

  it("gives white space to the sentence before", () => {
    expect(sentences("  One.  Two.\n")).toEqual([
      { start: 0, end: 8 },
      { start: 8, end: 13 },
    ]);
  });

  it("covers any text in order, without empty spans", () => {
    const piece = fc.constantFrom(
      "a",
      "B",
      ".",
      " ",
      "\n",
      "\r",
      "。",
      "”",
      '"',
      "(",
      "3",
      "Dr",
      "é",
      "\ud83d",
      "我",
      "…",
    );
    const any = fc.oneof(
      fc.string(),
      fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join("")),
    );
    fc.assert(
      fc.property(any, (text) => {
        const spans = sentences(text);
        expect(spans.map(({ start, end }) => text.slice(start, end)).join("")).toBe(text);
        expect(spans.every(({ start, end }) => end > start)).toBe(true);
      }),
    );
  });

  it.each([
    ["plain prose", "The quick fox jumps over the dog. "],
    ["no stop at all", "word "],
    ["only stops", "."],
    ["stops that end nothing", "X 1. x "],
    ["only white space", " "],
    ["line breaks in small letters", "a\n"],
    ["closing quotes", '."'],
    ["opening brackets", ". (("],
    ["initials", "X. "],
    ["blank lines", "\n\n"],
  ])("looks at each character a few times, however long the text is: %s", (_, unit) => {
    const looksFor = (length: number): number => {
      const { text, looks } = countedText(unit.repeat(length / unit.length));
      sentences(text);
      return looks();
    };
    const [once, twice] = [looksFor(20_000), looksFor(40_000)] as const;
    expect(once).toBeLessThan(200 * 20_000);
    expect(twice).toBeLessThan(2.1 * once);
  });
});

/** A text that counts the characters that are looked at, or cut out to be looked at. */
function countedText(whole: string): { readonly text: string; looks(): number } {
  let looked = 0;
  const counting = {
    charCodeAt(at: number) {
      looked++;
      return whole.charCodeAt(at);
    },
    charAt(at: number) {
      looked++;
      return whole.charAt(at);
    },
    slice(start?: number, end?: number) {
      const part = whole.slice(start, end);
      looked += part.length;
      return part;
    },
  };
  return { text: Object.assign(new String(whole), counting) as string, looks: () => looked };
}
