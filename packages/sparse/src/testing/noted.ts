import type { Token } from "@psi/core";

/** A token in one line: "term", "(stop word)", "term {variants} [broader terms]". */
export type NotedToken = string;

export function noted({ term, variants, broader, isStopWord }: Token): NotedToken {
  const other = variants.length === 0 ? "" : ` {${variants.join(" ")}}`;
  const less = broader.length === 0 ? "" : ` [${broader.join(" ")}]`;
  return `${isStopWord ? `(${term})` : term}${other}${less}`;
}
