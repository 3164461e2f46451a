import { type Evidence, estimateTokens, indexedText, requireWhole, sentences } from "@psi/core";
import { fenceText, setMarksApart } from "@psi/core/model-text";

/** Passages as a model is given them. */
export interface EvidenceText {
  /**
   * In order of their numbers, each fenced: `<passage number="2">…</passage>`, or `<abstract …>`. Numbers in
   * brackets that are the passages' own are ⟦3⟧: a model that copies one does not cite by it.
   */
  readonly text: string;
  /** Those that are in the text, best first. */
  readonly given: readonly Evidence[];
  /** What did not fit. */
  readonly notes: readonly string[];
}

/**
 * The best passages that fit into so many tokens, whole ones only. What does not fit is passed over for a
 * shorter one further down, and told. Were not even one to fit, the best is cut behind its last sentence that
 * does, or within the first; only then the text may be longer than allowed, where `tokens` are fewer than the
 * fence and one character need. O(length of all).
 *
 * @param evidence by rank, as `AgentState` has it.
 * @param tokens as `estimateTokens` counts them, from 1.
 * @throws PsiError `invalid-option`
 */
export function evidenceText(
  evidence: readonly Evidence[],
  { tokens }: { readonly tokens: number },
): EvidenceText {
  let left = requireWhole("tokens", tokens, 1);
  const given: Evidence[] = [];
  const blocks = new Map<number, string>();
  for (const each of evidence) {
    const block = blockOf(each, textOf(each));
    const cost = estimateTokens(block);
    if (cost > left) continue;
    left -= cost;
    given.push(each);
    blocks.set(each.number, block);
  }
  const notes: string[] = [];
  const [best] = evidence;
  if (given.length === 0 && best !== undefined) {
    const room = Math.max(1, tokens - estimateTokens(blockOf(best, "")));
    given.push(best);
    blocks.set(best.number, blockOf(best, beginning(textOf(best), room)));
    notes.push(`Passage [${best.number}] alone is longer than ${tokens} tokens and was cut.`);
  }
  const out = evidence.length - given.length;
  if (out > 0)
    notes.push(`${out} of ${evidence.length} passages did not fit into ${tokens} tokens.`);
  const inOrder = [...blocks].sort(([a], [b]) => a - b).map(([, block]) => block);
  return { text: inOrder.join("\n"), given, notes };
}

function textOf({ found: { node } }: Evidence): string {
  return setMarksApart(indexedText({ pageContent: node.text, metadata: node.metadata }));
}

function blockOf({ number, found }: Evidence, text: string): string {
  return fenceText(found.node.layer > 0 ? "abstract" : "passage", text, number);
}

/** The first sentences that fit into so many tokens; the first characters where not even one does. */
function beginning(text: string, tokens: number): string {
  let end = 0;
  let left = tokens;
  for (const sentence of sentences(text)) {
    // A text has no more tokens than its parts together.
    left -= estimateTokens(text.slice(sentence.start, sentence.end));
    if (left < 0) break;
    end = sentence.end;
  }
  // A token has at least one character, and a pair of surrogates is not to be cut.
  return end > 0 ? text.slice(0, end) : [...text.slice(0, 2 * tokens)].slice(0, tokens).join("");
}
