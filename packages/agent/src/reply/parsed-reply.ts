/** Why a reply could not be read; prompts say each in the language of the question. */
export type UnreadableReason =
  /** Nothing was said. */
  | "empty"
  /** Something was thought, nothing said. */
  | "only-thoughts"
  /** Neither an answer nor a query is marked as such. */
  | "no-verb"
  /** An answer, or queries, are announced and left out. */
  | "nothing-behind-verb"
  /** A tool was called that there is not. */
  | "unknown-tool";

interface Read {
  /** What was thought on the way: `<think>` blocks, reasoning blocks, text in front of the verb. */
  readonly thought?: string;
  /** What was mended or left out. */
  readonly notes?: readonly string[];
}

/** What a model wants, as far as it can be read. */
export type ParsedReply =
  /** At least one query; none blank, none twice. */
  | ({ readonly kind: "retrieve"; readonly queries: readonly string[] } & Read)
  /** The answer alone, never blank; "Not mentioned" or "未提及" for any way of saying that. */
  | ({ readonly kind: "answer"; readonly text: string } & Read)
  | ({
      readonly kind: "unreadable";
      readonly text: string;
      readonly reason: UnreadableReason;
    } & Read);

/** What is found behind a verb, before it is known what was thought in front of it. */
export type Found =
  | {
      readonly kind: "retrieve";
      readonly queries: readonly string[];
      readonly notes: readonly string[];
    }
  | { readonly kind: "answer"; readonly text: string; readonly notes: readonly string[] };
