import type { Citation, Evidence } from "@psi/core";
import { type HitView, hitViews } from "./passage-view.js";

/** A passage, or an abstract, that was found for a question. */
export interface EvidenceView extends HitView {
  /** What it is cited by. */
  readonly number: number;
  /** Its best place in any list. */
  readonly rank: number;
  readonly round: number;
  readonly query: string;
  /** Above 0 for an abstract. */
  readonly layer: number;
}

/** A citation with the words that are meant. */
export interface CitationView extends Citation {
  readonly title?: string;
  readonly text: string;
}

/** What there is to show of all that was found, by rank. */
export function evidenceViews(evidence: readonly Evidence[]): readonly EvidenceView[] {
  const hits = hitViews(evidence.map(({ found }) => found));
  return evidence.map(({ number, rank, round, query, found }, position) => ({
    number,
    ...(hits[position] as HitView),
    rank,
    round,
    query,
    layer: found.node.layer,
  }));
}

/** Citations with their passage's title and their words, in the order of their numbers and places. */
export function citationViews(
  citations: readonly Citation[],
  evidence: readonly EvidenceView[],
): readonly CitationView[] {
  const byNumber = new Map(evidence.map((each) => [each.number, each]));
  return [...citations]
    .sort((a, b) => a.number - b.number || a.start - b.start)
    .map((citation) => {
      const passage = byNumber.get(citation.number);
      return {
        ...citation,
        ...(passage?.title !== undefined && { title: passage.title }),
        text: passage?.text.slice(citation.start, citation.end) ?? "",
      };
    });
}
