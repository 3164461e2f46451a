import type { InlinePattern } from "../formats/inline-patterns.js";

/** Inline markup of reStructuredText. */
export const rstInline: readonly InlinePattern[] = [
  { pattern: /``(?<shown>[^`\n](?:[^`]|`(?!`)){0,500}?)``/dg, verbatim: true },
  // :role:`text <target>` and `text <target>`_
  {
    pattern:
      /(?::[\w.+:-]{1,40}:)?`[~!]?(?<shown>[^`<]{1,500}?)\s?(?:<[^`<>]{0,500}>)?`(?:__?|:[\w.+-]{1,40}:)?/dg,
  },
  { pattern: /\|(?<shown>[^|\s](?:[^|\n]{0,80}[^|\s])?)\|_{0,2}/dg },
  { pattern: /\[[#*\w.-]{1,40}\]_\b|\[[#*]?\w{0,40}\]_/dg },
  { pattern: /\*\*(?<shown>[^\s*](?:[^*]{0,500}?[^\s*])?)\*\*/dg, joins: true },
  { pattern: /\*(?<shown>[^\s*](?:[^*]{0,500}?[^\s*])?)\*/dg, joins: true },
  { pattern: /(?<=[\p{L}\p{N}])__?(?![\p{L}\p{N}_])/dgu },
  { pattern: /\\(?: |(?=\S))/dg, joins: true },
];
