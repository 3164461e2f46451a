import type { Code, Construct, State, TokenType } from "micromark-util-types";
import { endsLine, isBlank } from "./codes.js";
import { restOfLine } from "./marker-line.js";

/** How far the lines of the container are indented. */
const indentation = 4;

const blankLine: Construct = {
  partial: true,
  tokenize(effects, ok, nok) {
    const inside: State = (code) => {
      if (!isBlank(code)) {
        effects.exit("linePrefix");
        return endsLine(code) ? ok(code) : nok(code);
      }
      effects.consume(code);
      return inside;
    };
    return (code) => {
      if (!isBlank(code)) return endsLine(code) ? ok(code) : nok(code);
      effects.enter("linePrefix");
      return inside(code);
    };
  },
};

const indent: Construct = {
  partial: true,
  tokenize(effects, ok, nok) {
    let columns = 0;
    const inside: State = (code) => {
      if (!isBlank(code)) return nok(code);
      effects.consume(code);
      columns += 1;
      if (columns < indentation) return inside;
      return (next: Code) => {
        effects.exit("linePrefix");
        return ok(next);
      };
    };
    return (code) => {
      if (!isBlank(code)) return nok(code);
      effects.enter("linePrefix");
      return inside(code);
    };
  },
};

/**
 * A micromark construct for a container that a line of its own opens and whose content is indented by four
 * columns, as MkDocs writes admonitions and tabs: `!!! note "Title"`.
 */
export function indentedContainer(type: string, pattern: RegExp): Construct {
  const container = type as TokenType;
  const marker = `${type}Marker` as TokenType;
  return {
    name: type,
    tokenize(effects, ok, nok) {
      const line = restOfLine(effects, marker, pattern, { ok, nok });
      return (code) => {
        effects.enter(container)._container = true;
        return line(code);
      };
    },
    continuation: {
      tokenize: (effects, ok, nok) =>
        effects.check(blankLine, ok, effects.attempt(indent, ok, nok)),
    },
    exit(effects) {
      effects.exit(container);
    },
  };
}
