import type { Construct, Effects, State, TokenType } from "micromark-util-types";
import { characterOf, endsLine } from "./codes.js";

/** Takes the rest of a line as one token, if it matches a pattern. */
export function restOfLine(
  effects: Effects,
  token: TokenType,
  pattern: RegExp,
  { ok, nok }: { readonly ok: State; readonly nok: State },
): State {
  let line = "";
  const inside: State = (code) => {
    if (endsLine(code)) {
      effects.exit(token);
      return pattern.test(line) ? ok(code) : nok(code);
    }
    line += characterOf(code);
    effects.consume(code);
    return inside;
  };
  return (code) => {
    effects.enter(token);
    return inside(code);
  };
}

/** A micromark construct for a line of its own that matches a pattern, such as `::: note Title`. */
export function markerLine(type: string, pattern: RegExp): Construct {
  return {
    name: type,
    concrete: true,
    tokenize: (effects, ok, nok) => restOfLine(effects, type as TokenType, pattern, { ok, nok }),
  };
}
