import type { Construct, State, TokenType } from "micromark-util-types";
import { characterOf, endsLine } from "./codes.js";

/** A micromark construct for a line of its own that matches a pattern, such as `::: note Title`. */
export function markerLine(type: string, pattern: RegExp): Construct {
  const token = type as TokenType;
  return {
    name: type,
    concrete: true,
    tokenize(effects, ok, nok) {
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
    },
  };
}
