import { isPsiError } from "@psi/core";

const tools = /\btools?\b|tool[_ -]?(?:choice|call|use)|function[_ -]?call/i;
const refusal =
  /support|enable|unrecogni[sz]ed|unknown|unexpected|unsupported|not (?:permitted|allowed|implemented|available)|extra (?:inputs|fields)|requires/i;
/** Of the statuses only those that speak about the request itself. */
const statuses: ReadonlySet<number> = new Set([400, 404, 405, 415, 422, 501]);
const MOST_CAUSES = 6;

/**
 * Whether a call failed because the provider takes no tools for this model, as Ollama's "does not support
 * tools" and others' say it: then the same model can be asked in plain text.
 */
export function refusesTools(thrown: unknown): boolean {
  if (!isPsiError(thrown, "model-failed")) return false;
  let error: unknown = thrown.cause;
  for (let depth = 0; depth < MOST_CAUSES && typeof error === "object" && error !== null; depth++) {
    const { message, status, status_code, cause } = error as Record<string, unknown>;
    const told = [status, status_code].find((each) => typeof each === "number");
    if (told !== undefined && !statuses.has(told as number)) return false;
    if (typeof message === "string" && tools.test(message) && refusal.test(message)) return true;
    error = cause;
  }
  return false;
}
