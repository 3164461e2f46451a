import type { CallOptions } from "./models.js";

/** Sibling nodes that need a text for their parent. */
export interface AbstractGroup {
  /** The children's texts, in order. */
  readonly texts: readonly string[];
  /** The children's titles, where they are passages that have one. */
  readonly titles?: readonly (string | undefined)[];
  /** The parent's layer: 1 when the children are passages, more when they are abstracts. */
  readonly layer: number;
  /** How near each child is to the middle of the group, -1 to 1. Without it, all are equally near. */
  readonly centrality?: readonly number[];
}

/** A parent's text, and what was done to get it. */
export interface Abstract {
  readonly text: string;
  /** What a reader should know: children cut to fit, a retry, a fall-back. Empty when all went well. */
  readonly notes: readonly string[];
}

/** Condenses the texts of sibling nodes into the text of their parent. */
export interface Abstracter {
  /** All that determines an abstract besides the texts: kind, model, prompt version, options. */
  readonly name: string;
  /**
   * True when an abstract is computed here, at no charge: it is then made again at each build and never
   * stored as something that was paid for.
   */
  readonly free: boolean;
  /** How many abstracts may be asked for at once; 1 when left out. */
  readonly concurrency?: number;
  abstract(group: AbstractGroup, options?: CallOptions): Promise<Abstract>;
  /** What one abstract would cost, before it is asked for. Left out when free. */
  estimate?(group: AbstractGroup): {
    readonly promptTokens: number;
    readonly completionTokens: number;
  };
  /**
   * For abstracters that compare a group with the rest: the same abstracter, bound to the corpus. Called
   * once a build with every passage's indexed text.
   */
  forCorpus?(texts: Iterable<string>): Abstracter;
}
