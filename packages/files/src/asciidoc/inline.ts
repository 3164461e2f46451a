import type { InlinePattern } from "../formats/inline-patterns.js";

/** Inline markup of AsciiDoc. */
export const asciidocInline: readonly InlinePattern[] = [
  { pattern: /\[\[[\w:.-]{1,80}(?:,[^\]]{0,80})?\]\]/dg },
  { pattern: /<<[^<>,\n]{1,200}(?:,\s*(?<shown>[^<>]{1,300}))?>>/dg },
  // xref:id[text], link:path[text], image::path[text], footnote:[text], kbd:[text]
  {
    pattern:
      /\b(?:xref|link|mailto|image|video|audio|include):{1,2}[^\s[\]]{0,500}\[(?<shown>[^\]]{0,500})\]/dg,
  },
  {
    pattern:
      /\b(?:footnote|kbd|btn|menu|pass|stem|indexterm2?|anchor|icon|ifdef|ifndef|endif|ifeval|toc):{1,2}[^\s[\]]{0,200}\[(?<shown>[^\]]{0,500})\]/dg,
  },
  { pattern: /(?<=\bhttps?:\/\/[^\s[\]]{1,300})\[(?<shown>[^\]]{1,500})\]/dg },
  { pattern: /\[[.#][\w.#-]{1,80}\](?=[#*_`])/dg },
  {
    pattern:
      /(?<![\p{L}\p{N}*])\*\*?(?<shown>[^\s*](?:[^*\n]{0,500}?[^\s*])?)\*\*?(?![\p{L}\p{N}*])/dgu,
  },
  {
    pattern:
      /(?<![\p{L}\p{N}_])__?(?<shown>[^\s_](?:[^_\n]{0,500}?[^\s_])?)__?(?![\p{L}\p{N}_])/dgu,
  },
  { pattern: /\*\*(?<shown>[^\s*](?:[^*\n]{0,100}?[^\s*])?)\*\*/dg, joins: true },
  { pattern: /__(?<shown>[^\s_](?:[^_\n]{0,100}?[^\s_])?)__/dg, joins: true },
  { pattern: /``?\+?(?<shown>[^\s`](?:[^`\n]{0,500}?[^\s`+])?)\+?``?/dg },
  {
    pattern:
      /(?<![\p{L}\p{N}#])##?(?<shown>[^\s#](?:[^#\n]{0,500}?[^\s#])?)##?(?![\p{L}\p{N}#])/dgu,
  },
  { pattern: /\{[\w-]{1,60}\}/dg },
  { pattern: /[ \t]\+$/dgm },
];
