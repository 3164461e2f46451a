import type { LinkReason } from "@psi/core";
import { fit } from "./columns.js";
import { plainText } from "./plain-text.js";

/** Over which name, and from which passage, a passage was found: one line, cut to some columns. */
export function reasonLine({ name, from, sentence }: LinkReason, width: number): string {
  const said = sentence === undefined ? "" : `: ${plainText(sentence)}`;
  return fit(`link  "${plainText(name)}" from ${plainText(from)}${said}`, width);
}
