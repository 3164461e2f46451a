// What each kind of word becomes: "term {variants} [broader terms]", stop words in brackets.
import { describe, expect, it } from "vitest";
import { multilingual } from "../multilingual.js";
import { noted } from "../testing/noted.js";

const tokenizer = multilingual();
const analysed = (text: string, by = tokenizer): readonly string[] =>
  (by.analyze?.(text) ?? []).map(noted);

describe("numbers", () => {
  it.each([
    ["0.5", ["0.5"]],
    [".5", ["0.5"]],
    ["0,5", ["0.5"]],
    ["1,234,567.8", ["1234567.8"]],
    ["1.234,5", ["1234.5"]],
    ["0.5mg", ["0.5mg [0.5 mg]"]],
    ["5mg", ["5mg [5 mg]"]],
    ["v1.2.3", ["v1.2.3 {1.2.3} [1.2]"]],
    ["10.0.0.8", ["10.0.0.8 [10.0]"]],
    ["1.2.3-beta.1", ["1.2.3 {1.2.3-beta.1} [1.2]", "beta", "1"]],
    ["8:45", ["8 {8:45}", "45"]],
    ["1/2", ["1 {1/2}", "2"]],
    ["1½", ["1", "1 {1/2}", "2"]],
    ["2024-05-01", ["2024 {2024-05-01 20240501}", "05", "01"]],
    ["7%", ["7"]],
    ["1st 1990s", ["1st", "1990s"]],
    ["1, 2,3", ["1", "2.3"]],
    ["٢٫٥ ٢٠", ["٢ {2}", "٥ {5}", "٢٠ {20}"]],
    ["x², x₂", ["x {x2}", "2", "x2 [x 2]"]],
    ["①Open", ["1", "open"]],
  ])("%s", (text, tokens) => {
    expect(analysed(text)).toEqual(tokens);
  });
});

describe("abbreviations and apostrophes", () => {
  it.each([
    ["N.A.S.A.", ["nasa"]],
    ["a.m.", ["am"]],
    ["Ph.D.", ["phd"]],
    ["B.Sc., LL.B.", ["bsc", "llb"]],
    ["U.S.-led", ["us", "led"]],
    ["end.Next", ["end {end.next}", "next"]],
    ["Pask's", ["pask"]],
    ["don't", ["do", "not {dont}"]],
    ["can’t won't ain't", ["can", "not {cant}", "(will)", "not {wont}", "(is)", "not {aint}"]],
    [
      "she'll we've they're I'm he'd",
      ["she", "(will)", "we", "(have)", "(they)", "(are)", "(i)", "(am)", "he"],
    ],
    ["O'Brien", ["(o)", "brien {obrien}"]],
    ["l'eau qu’il", ["(l)", "eau {leau}", "(qu)", "il {quil}"]],
    ["'quoted'", ["quot"]],
  ])("%s", (text, tokens) => {
    expect(analysed(text)).toEqual(tokens);
  });

  it("takes no contractions apart in other languages than English", () => {
    expect(analysed("don't", multilingual({ language: "de" }))).toEqual(["don {dont}", "t"]);
  });
});

describe("words made of words", () => {
  it.each([
    ["snake_case_name", ["snake_case_name [snake case name]"]],
    ["_colza_ __init__", ["colza {_colza_}", "init {__init__}"]],
    ["getUserName", ["getusernam [get user name]"]],
    ["HTMLParser", ["htmlparser [html parser]"]],
    ["OAuth2Bearer", ["oauth2bear [oauth 2 bearer oauth2]"]],
    ["eBay iPhone macOS", ["ebay", "iphon", "maco [mac os]"]],
    ["PhD LaTeX McDonald", ["phd", "latex", "mcdonald [mc donald]"]],
    ["GPT4 B12 H2O", ["gpt4 [gpt 4]", "b12 [b 12]", "h2o"]],
    ["KT-4471-A", ["kt {kt4471a}", "4471", "A [a]"]],
    ["e-mail", ["e {email}", "mail"]],
    ["to-do", ["(to)", "do {todo}"]],
    ["to-be", ["(to)", "(be)", "tobe"]],
    ["AC/DC R&D", ["ac {ac/dc}", "dc", "r {r&d}", "d"]],
    [
      "src/agent/reply-text.ts",
      ["src {src/agent/reply-text.ts reply-text.ts}", "agent", "repli", "text", "ts"],
    ],
    ["C:\\notes\\a.md", ["c", "note {notes\\a.md a.md}", "A [a]", "md"]],
    ["std::vector", ["std {std::vector}", "vector"]],
    ["C++ C# .NET Node.js", ["c {c++}", "c {c#}", "net {.net}", "node {node.js}", "js"]],
    ["a1b2c3d4e5f6", ["a1b2c3d4e5f6"]],
    ["x-x-x-x-x-x-x-x-x-x-x-x-x-x", new Array(14).fill("x")],
  ])("%s", (text, tokens) => {
    expect(analysed(text)).toEqual(tokens);
  });
});

describe("letters", () => {
  it.each([
    ["café", ["café {cafe}"]],
    ["Müller", ["müller {muller mueller}"]],
    ["Ørsted Łódź", ["ørsted {orst}", "łódź {lodz}"]],
    ["Straße STRASSE", ["strass", "strass"]],
    ["İstanbul DİYARBAKIR diyarbakır", ["istanbul", "diyarbakir", "diyarbakır {diyarbakir}"]],
    ["thermo™ Orrin®", ["thermo", "orrin"]],
    ["№5", ["no", "5"]],
    ["👍🏽 👩‍🚀 🇩🇪", ["👍 {👍🏽}", "👩‍🚀 [👩 🚀]", "🇩🇪"]],
    ["🏽", ["🏽"]],
  ])("%s", (text, tokens) => {
    expect(analysed(text)).toEqual(tokens);
  });
});

describe("stop words in capitals", () => {
  it.each([
    ["the IT office", ["(the)", "IT [it]", "offic"]],
    ["IT", ["IT [it]"]],
    ["It is", ["(it)", "(is)"]],
    ["TO BE OR NOT", ["(to)", "(be)", "(or)", "not"]],
    ["vitamin A", ["vitamin", "A [a]"]],
    ["A brig. A barge", ["(a)", "brig", "(a)", "barg"]],
    ["World War I and I", ["world", "war", "I [i]", "(and)", "(i)"]],
    ["I went", ["(i)", "went"]],
  ])("%s", (text, tokens) => {
    expect(analysed(text)).toEqual(tokens);
  });
});
