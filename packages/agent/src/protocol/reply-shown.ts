import { type ModelReply, replyText } from "@psi/core";
import { escapeFences } from "@psi/core/model-text";
import { whole } from "../reply/plain-line.js";

/** As much of a reply as is shown to the model again: its beginning and end, so that the window holds it. */
const SHOWN = 400;

/** A model's own reply as the text of a message; never empty, since some providers refuse that. O(length). */
export function replyShown(reply: ModelReply): string {
  const text = escapeFences(whole(replyText(reply) || callsShown(reply)));
  if (text.trim() === "") return "…";
  if (text.length <= SHOWN) return text;
  const half = SHOWN / 2;
  return whole(`${text.slice(0, half)} … ${text.slice(-half)}`);
}

function callsShown({ tool_calls: calls }: ModelReply): string {
  if (!Array.isArray(calls)) return "";
  return calls
    .slice(0, 8)
    .map((call: unknown) => {
      const { name, args } = (call ?? {}) as { name?: unknown; args?: unknown };
      return `${name}(${argumentsShown(args)})`;
    })
    .join("\n");
}

function argumentsShown(given: unknown): string {
  try {
    return JSON.stringify(given) ?? "";
  } catch {
    // Not what came over the wire: a model in this program may hand over anything.
    return "…";
  }
}
