/** What names are taken from. */
export interface NamedPassage {
  readonly title?: string | undefined;
  readonly text: string;
}

/** The names of one passage, as they are written there; a name may come more than once. */
export interface PassageNames {
  /** What the passage is about. */
  readonly subjects: readonly string[];
  /** What it speaks of besides. */
  readonly mentions: readonly string[];
}

/** Finds names. One backed by a language model or a library may stand in for `names()`. */
export interface NameExtractor {
  /** All that determines the names besides the passages: kind, version, options. */
  readonly name: string;
  extract(passage: NamedPassage): PassageNames;
  /**
   * For extractors that compare a passage with the rest: the same extractor, bound to the corpus. Called
   * once a build with every passage's title and text.
   */
  forCorpus?(texts: Iterable<string>): NameExtractor;
}
