import type { Passage } from "@psi/core";

/** A question, and what a right reply to it would rest on. */
export interface Question {
  readonly id: string;
  readonly question: string;
  /** The answers that count as right, any one of them; empty when none is known. */
  readonly answers: readonly string[];
  /** The ids of the passages that hold the answer together; empty when they are not known. */
  readonly gold: readonly string[];
  /**
   * False when the set itself says that `gold` lacks passages, so that recall against it would be too
   * high. Left out when the set says nothing.
   */
  readonly goldComplete?: boolean;
  /** The set's own name for the kind of question, such as "comparison". */
  readonly type?: string;
  /** How many passages must be joined to answer, from 0, as the set tells it. */
  readonly hops?: number;
}

/** Passages, and questions about them. */
export interface Dataset {
  readonly name: string;
  /** In the order of the files. Each has an id of its own; fields besides id and text are in `metadata`. */
  readonly passages: readonly Passage[];
  readonly questions: readonly Question[];
}
