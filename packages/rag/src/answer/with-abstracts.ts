import type { Retriever, ScoredNode } from "@psi/core";

/** Abstracts for each query; the passages beside them are as many as are asked for. */
const ABSTRACTS = 3;

/**
 * Passages with abstracts between them: an answer that sums up needs what nobody wrote in one passage. The
 * first three passages are each followed by one.
 */
export function withAbstracts(passages: Retriever, abstracts: Retriever): Retriever {
  return {
    name: `${passages.name}+${abstracts.name}`,
    async retrieve(query, options = {}) {
      const [found, themes] = await Promise.all([
        passages.retrieve(query, options),
        abstracts.retrieve(query, { ...options, limit: ABSTRACTS }),
      ]);
      const mixed: ScoredNode[] = [];
      found.forEach((passage, place) => {
        const theme = themes[place];
        mixed.push(passage, ...(theme === undefined ? [] : [theme]));
      });
      return [...mixed, ...themes.slice(found.length)];
    },
  };
}
