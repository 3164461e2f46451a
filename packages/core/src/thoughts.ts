/** What a model thought before it answered, and what is left of its text without that. */
export interface SplitThoughts {
  readonly text: string;
  readonly thought: string;
}

const THINK = "(?:think(?:ing)?|thoughts?)";
const NAME = `(?:(?:\\w{1,20}[:_▁])?${THINK}|reason(?:ing)?|analysis|scratchpad|reflection|(?:\\w{1,20}_)?monologue)`;
const BEGIN = "(?:(?:\\w{1,20}:)?(?:begin|start)[_▁](?:of[_▁])?)?";
const END = "(?:\\w{1,20}:)?(?:end|stop)[_▁](?:of[_▁])?";

/** Where a thought begins. Each form is that of one or more model families. */
const OPENING = new RegExp(
  [
    `(?:<|&lt;)\\|?${BEGIN}${NAME}(?:[:_]start)?(?::\\w{1,20})?(?:\\s[^<>|]{0,80})?\\|?(?:>|&gt;)`,
    "<\\|inner_prefix\\|>",
    "<\\|channel\\|>\\s{0,4}(?:analysis|commentary)\\s{0,4}<\\|message\\|>",
    "<\\|channel>(?:thought|analysis)?",
    "to=self<\\|message\\|>",
    "<unused94>(?:thought\\b)?",
    "◁think▷",
  ].join("|"),
  "gi",
);
/** Where a thought ends. */
const CLOSING = new RegExp(
  [
    `(?:<|&lt;)(?:\\|?/|/\\|)\\s{0,4}${NAME}\\s{0,4}\\|?(?:>|&gt;)`,
    `<\\|${END}${NAME}(?::\\w{1,20})?\\|>`,
    `<\\|${NAME}[:_]end\\|>`,
    "<\\|inner_suffix\\|>",
    "<\\|channel\\|>\\s{0,4}final\\s{0,4}(?:<\\|constrain\\|>\\w{0,20}\\s{0,4})?<\\|message\\|>",
    "<channel\\|>",
    "to=user<\\|message\\|>",
    "<unused95>",
    "◁/think▷",
  ].join("|"),
  "gi",
);
/** In square brackets only capital letters are marks: "[thinking]" is a remark of a text. */
const BRACKETED = /\[(\/?)(?:THINK|THINKING|THOUGHT|REASONING)\]|\[unused1([67])\]/g;
const FINAL_RESPONSE = /\[(BEGIN|END) FINAL RESPONSE\]/g;

/** Families that write words in place of marks. Both words are needed, the first at the very beginning. */
const PHRASES: readonly (readonly [opening: RegExp, closing: RegExp])[] = [
  [/^\s*here(?:'s|’s| is) my thought process:/i, /^[^\S\n]*here(?:'s|’s| is) my response:/im],
  [/^\s*here are my reasoning steps:/i, /\[BEGIN FINAL RESPONSE\]/],
  [/^\s*thinking\.\.\.[^\S\n]*\n/i, /^[^\S\n]*\.\.\.done thinking\./im],
  [/^\s*\/think\n/, /<\|im_end\|>\s{0,4}<\|im_start\|>assistant/],
  // gpt-oss, where the server drops the marks of its channels.
  [/^\s*(?:assistant)?(?:analysis|commentary)/, /assistantfinal/],
  [/^(?=\s*assistantfinal)/, /assistantfinal/],
];

/** What encloses an answer in some families, and says nothing. */
const WRAPPERS =
  /<\|(?:begin|end)[_▁]of[_▁](?:solution|box|answer|response)\|>|<\|(?:start|end)_(?:response|text)\|>|<think(?:ing)?\s?\/>/gi;
/** The marks of a thought's end and an answer's start stand back to back in one family: the turn goes on. */
const SAME_TURN = /(?:<\|end\|>|<\|eom\|>)?\s{0,4}<\|start\|>assistant/g;
/** Where a turn ends. What a model writes after it is invented. */
const TURN_ENDS =
  /<\|(?:im_end|im_start|eot_id|endoftext|end_of_text|end|return|call|eom_id|eom|eot|endofturn|stop|END_OF_TURN_TOKEN)\|>|<\/s>|<end_of_turn>|<turn\|>|<｜end▁of▁sentence｜>/g;

/**
 * Splits a model's text into what it says and what it thinks, each trimmed. Knows the marks of all common model
 * families: `<think>` and its other names, Mistral's `[THINK]`, the channels of gpt-oss and Gemma, Cohere's,
 * Seed's, Kimi's, Apertus', Apriel's and Granite's. A thought that never ends goes on to the end of the text.
 * What stands before a lone end was thought too, since some servers drop the beginning. Of several turns, the
 * first that says something counts. O(length).
 */
export function splitThoughts(written: string): SplitThoughts {
  const marked = markPhrases(written)
    .replace(FINAL_RESPONSE, (_, which) => (which === "BEGIN" ? "</think>" : ""))
    .replace(BRACKETED, (_, slash, unused) => tag(slash === "/" || unused === "7"))
    .replace(SAME_TURN, "")
    .replace(CLOSING, "</think>")
    .replace(OPENING, "<think>")
    .replace(WRAPPERS, "");
  const { text, thoughts } = splitAtTags(marked);
  return { text: firstTurn(text), thought: joinTexts(thoughts) };
}

/** Texts that are not blank, one below the other. */
export function joinTexts(texts: readonly string[]): string {
  return texts
    .map((text) => text.trim())
    .filter((text) => text !== "")
    .join("\n");
}

function markPhrases(text: string): string {
  for (const [opening, closing] of PHRASES) {
    const begins = opening.exec(text);
    if (begins === null) continue;
    const rest = text.slice(begins[0].length);
    const ends = closing.exec(rest);
    if (ends === null) continue;
    const said = rest.slice(ends.index + ends[0].length);
    return `${tag(false)}${rest.slice(0, ends.index)}${tag(true)}${said}`;
  }
  return text;
}

function tag(closing: boolean): string {
  return closing ? "</think>" : "<think>";
}

/** One pass over the tags, since a model caught in a loop may write a hundred thousand of them. */
function splitAtTags(text: string): {
  readonly text: string;
  readonly thoughts: readonly string[];
} {
  const thoughts: string[] = [];
  let said: string[] = [];
  let position = 0;
  let inside = false;
  for (const found of text.matchAll(/<(\/?)think>/g)) {
    const closing = found[1] === "/";
    const before = text.slice(position, found.index);
    if (inside || closing) thoughts.push(before);
    else said.push(before);
    if (closing && !inside) {
      thoughts.unshift(...said);
      said = [];
    }
    inside = !closing;
    position = found.index + found[0].length;
  }
  // Some models are cut off before they close the tag.
  (inside ? thoughts : said).push(text.slice(position));
  return { text: said.join(""), thoughts };
}

function firstTurn(text: string): string {
  let position = 0;
  for (const end of text.matchAll(TURN_ENDS)) {
    const turn = text.slice(position, end.index).trim();
    if (turn !== "") return turn.replace(/^(?:assistant|model)\s*\n/i, "");
    position = end.index + end[0].length;
  }
  return text.slice(position).trim();
}
