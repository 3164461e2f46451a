import { foldWord } from "@psi/core/model-text";
import {
  CHINESE_MODIFIERS,
  type LabelKind,
  MODIFIERS,
  OTHER_LABELS,
  OWN_LABELS,
} from "./label-words.js";

/** A label, and whether it is in a language of the prompts: then less must set it off from text. */
export interface Label {
  readonly kind: LabelKind;
  readonly isOwn: boolean;
}

const labels = new Map<string, Label>([
  ...labelsOf(OTHER_LABELS, false),
  ...labelsOf(OWN_LABELS, true),
]);
const modifiers = new Map(
  Object.entries(MODIFIERS).map(([kind, words]) => [kind, new Set(phrasesOf(words))]),
);
/** More characters than this are a sentence. */
const LONGEST = 60;

/**
 * What part of a reply some words are the label of, in any of some sixty languages: "Final answer", "Réponse
 * finale", "search_query". Undefined where they are none. Constant time.
 */
export function labelOf(written: string): Label | undefined {
  if (written.length > LONGEST) return undefined;
  const phrase = plainPhrase(written).replace(/ ?#?\d{1,3}$/, "");
  const whole = labels.get(phrase) ?? labels.get(phrase.replace(CHINESE_MODIFIERS, ""));
  if (whole !== undefined) return whole;
  const words = phrase.split(" ");
  for (const [kind, known] of modifiers) {
    const rest = words.filter((word) => !known.has(word));
    // A modifier may be a label, too: "search for".
    const candidates = rest.length === 0 ? words : [rest.join(" ")];
    const found = candidates.map((each) => labels.get(each)).find((label) => label?.kind === kind);
    if (found !== undefined) return found;
  }
  return undefined;
}

function labelsOf(words: Readonly<Record<LabelKind, string>>, isOwn: boolean): [string, Label][] {
  return (Object.keys(words) as LabelKind[]).flatMap((kind) =>
    phrasesOf(words[kind]).map((phrase): [string, Label] => [phrase, { kind, isOwn }]),
  );
}

function phrasesOf(list: string): string[] {
  return list
    .split(",")
    .map(plainPhrase)
    .filter((phrase) => phrase !== "");
}

function plainPhrase(text: string): string {
  return foldWord(text)
    .replace(/[\s_-]+/g, " ")
    .trim();
}
